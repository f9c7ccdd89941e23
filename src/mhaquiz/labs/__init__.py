"""The numeric models a person can turn by hand: frozen settings in, one frozen result out; numpy only."""
