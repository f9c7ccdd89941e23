r"""The tables: which commands and signs are known, how they are written in Unicode and how in ASCII."""

from __future__ import annotations

from collections.abc import Mapping

from mhaquiz.mathtext.tree import (
    BAR,
    BINARY,
    CLOSE,
    LARGE,
    LETTER,
    MARK,
    OPEN,
    PUNCTUATION,
    RELATION,
    TIGHT,
    Sign,
)

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
    "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ",
}  # fmt: skip

_COMMANDS: Mapping[str, Mapping[str, str]] = {
    LETTER: _GREEK,
    BINARY: {
        "times": "×", "div": "÷", "pm": "±", "mp": "∓", "cup": "∪", "cap": "∩", "setminus": "∖", "oplus": "⊕",
        "otimes": "⊗", "wedge": "∧", "land": "∧", "vee": "∨", "lor": "∨", "bmod": "mod", "mod": "mod",
    },
    TIGHT: {"cdot": "·", "ast": "*", "odot": "⊙", "circ": "∘", "star": "⋆"},
    RELATION: {
        "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "lt": "<", "gt": ">",
        "ll": "≪", "gg": "≫", "approx": "≈", "sim": "∼", "simeq": "≃", "equiv": "≡", "cong": "≅",
        "propto": "∝", "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆", "supset": "⊃",
        "supseteq": "⊇", "to": "→", "rightarrow": "→", "longrightarrow": "→", "leftarrow": "←", "gets": "←",
        "leftrightarrow": "↔", "Rightarrow": "⇒", "implies": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔",
        "iff": "⇔", "mapsto": "↦", "mid": "|", "parallel": "∥", "perp": "⊥", "coloneqq": ":=",
    },
    LARGE: {"sum": "∑", "prod": "∏", "int": "∫", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁"},
    PUNCTUATION: {"colon": ":"},
    OPEN: {
        "{": "{", "lbrace": "{", "lbrack": "[", "lfloor": "⌊", "lceil": "⌈", "langle": "⟨", "lvert": "|",
        "lVert": "‖",
    },
    CLOSE: {
        "}": "}", "rbrace": "}", "rbrack": "]", "rfloor": "⌋", "rceil": "⌉", "rangle": "⟩", "rvert": "|",
        "rVert": "‖",
    },
    BAR: {"|": "‖", "Vert": "‖", "vert": "|"},
    MARK: {
        "infty": "∞", "top": "⊤", "bot": "⊥", "partial": "∂", "nabla": "∇", "forall": "∀", "exists": "∃",
        "emptyset": "∅", "varnothing": "∅", "prime": "′", "dagger": "†", "dots": "…", "ldots": "…",
        "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "neg": "¬", "lnot": "¬", "angle": "∠", "degree": "°",
        "%": "%", "#": "#", "$": "$", "_": "_", "&": "&", "Re": "Re", "Im": "Im", "hbar": "ℏ",
    },
}  # fmt: skip

#: Every command that is one sign.
SIGNS: Mapping[str, Sign] = {
    name: Sign(text, kind) for kind, names in _COMMANDS.items() for name, text in names.items()
}

#: Operators with a name of their own, as written; other names go through \operatorname{…}.
NAMES = frozenset(
    {
        "log", "ln", "lg", "exp", "sin", "cos", "tan", "tanh", "min", "max", "sup", "inf", "lim", "arg",
        "argmax", "argmin", "det", "dim", "deg", "gcd", "ker", "Pr", "softmax", "Softmax", "sigmoid",
        "relu", "ReLU", "gelu", "GELU", "SiLU", "Attention", "attention", "MultiHead", "MHA", "GQA", "MQA",
        "Concat", "concat", "head", "FFN", "MLP", "LayerNorm", "RMSNorm", "LN", "rank", "tr", "Tr", "diag",
        "sign", "sgn", "span", "Var", "Cov",
    }
)  # fmt: skip

#: Names that take what stands below them as a limit.
LIMITED = frozenset({"min", "max", "sup", "inf", "lim", "argmax", "argmin"})

#: Cells of explicit space; `\!` takes space away, which a terminal cannot.
SPACES: Mapping[str, int] = {
    ",": 1, ":": 1, ";": 1, " ": 1, ">": 1, "!": 0, "enspace": 1, "thinspace": 1, "quad": 2, "qquad": 4,
}  # fmt: skip

#: Commands about size and placing that say nothing here.
IGNORED = frozenset(
    {"displaystyle", "textstyle", "scriptstyle", "limits", "nolimits", "mathstrut"}
    | {size + side for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
)  # fmt: skip

#: Letters of \mathbb that every terminal font is likely to have.
DOUBLE_STRUCK: Mapping[str, str] = {"C": "ℂ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}

#: Accents as combining characters.
ACCENTS: Mapping[str, str] = {
    "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303",
    "widetilde": "\u0303", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
}  # fmt: skip

#: Environments with their fences.
ENVIRONMENTS: Mapping[str, tuple[str, str]] = {
    "matrix": ("", ""), "smallmatrix": ("", ""), "pmatrix": ("(", ")"), "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"), "vmatrix": ("|", "|"), "Vmatrix": ("‖", "‖"),
    "cases": ("{", ""), "aligned": ("", ""),
}  # fmt: skip

#: Signs that may follow \left and \right; the full stop shows nothing.
FENCES = frozenset("()[]{}|‖⌊⌋⌈⌉⟨⟩")

_TYPED: Mapping[str, str] = {
    RELATION: "=<>", BINARY: "+−-", TIGHT: "*/⋅", PUNCTUATION: ",;:", OPEN: "([", CLOSE: ")]", BAR: "|",
}  # fmt: skip

#: The kind of a sign typed as itself.
TYPED_KINDS: Mapping[str, str] = {
    **{
        sign.text: sign.kind
        for sign in SIGNS.values()
        if len(sign.text) == 1 and sign.kind != MARK and sign.text not in "|‖⊥"
    },
    **{char: kind for kind, chars in _TYPED.items() for char in chars},
    "‖": BAR,
    "{": OPEN,
    "}": CLOSE,
}

#: Signs typed as two characters, and a hyphen that is meant as a minus.
TIDIED: Mapping[str, str] = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "-": "−", "⋅": "·"}

#: Signs of division: a fraction behind one of them needs brackets on one line.
DIVISIONS = frozenset({"/", "÷", "**", "mod"})

RAISED: Mapping[str, str] = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφ⊤",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵀ",
        strict=True,
    )
) | {"†": "†", "∘": "°", "′": "′"}
LOWERED: Mapping[str, str] = dict(
    zip("0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True)
)
#: What a typed superscript or subscript stands for.
FROM_RAISED: Mapping[str, str] = {
    raised: char for char, raised in RAISED.items() if char not in "⊤†∘′"
} | {"°": "∘"}  # fmt: skip
FROM_LOWERED: Mapping[str, str] = {lowered: char for char, lowered in LOWERED.items()}

#: ASCII spellings. Greek letters are spelled by name and need no entry.
ASCII: Mapping[str, str] = {
    "×": "x", "÷": "/", "±": "+/-", "∓": "-/+", "−": "-", "·": "*", "⊙": "(.)", "∘": "o", "⋆": "*",
    "∪": "union", "∩": "intersect", "∖": "\\", "⊕": "(+)", "⊗": "(x)", "∧": "and", "∨": "or",
    "≤": "<=", "≥": ">=", "≠": "!=", "≪": "<<", "≫": ">>", "≈": "~=", "∼": "~", "≃": "~=",
    "≡": "==", "≅": "~=", "∝": "prop to", "∈": "in", "∉": "not in", "∋": "contains",
    "⊂": "subset of", "⊆": "subset of or =", "⊃": "superset of", "⊇": "superset of or =",
    "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "⇐": "<==",
    "⇔": "<=>", "↦": "|->", "∥": "||", "⊥": "perp", "‖": "||", "∑": "sum", "∏": "prod", "∫": "int",
    "⋃": "union", "⋂": "intersect", "⨁": "(+)", "⌊": "floor(", "⌋": ")", "⌈": "ceil(", "⌉": ")", "⟨": "<",
    "⟩": ">", "∞": "inf", "⊤": "T", "∂": "d", "∇": "grad", "∀": "for all", "∃": "exists", "∅": "{}",
    "′": "'", "†": "+", "…": "...", "⋯": "...", "⋮": ":", "⋱": "...", "¬": "not", "∠": "angle", "°": "deg",
    "ℂ": "C", "ℕ": "N", "ℙ": "P", "ℚ": "Q", "ℝ": "R", "ℤ": "Z", "ℓ": "l", "ℏ": "hbar", "√": "sqrt",
    "–": "-", "—": "--", "‘": "'", "’": "'", "“": '"', "”": '"', "½": "1/2", "¼": "1/4", "¾": "3/4",
}  # fmt: skip
