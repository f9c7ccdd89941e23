"""The screens, driven by keys in a headless terminal."""
