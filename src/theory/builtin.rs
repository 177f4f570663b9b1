//! The native functions that our standard library names with `special (…)`.

macro_rules! builtins {
    ($($(#[$meta:meta])* $variant:ident = $name:literal),* $(,)?) => {
        /// A native function behind an operator.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Builtin {
            $($(#[$meta])* $variant),*
        }

        impl Builtin {
            /// The function with a name, as written in the library.
            pub(crate) fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

builtins! {
    Equal = "equal",
    InitialEqual = "initialEqual",
    SortTest = "sortTest",
    NotEqual = "notEqual",
    IfThenElse = "ifThenElse",
    Plus = "plus",
    Times = "times",
    Subtract = "subtract",
    SymmetricDifference = "symmetricDifference",
    Quotient = "quotient",
    Remainder = "remainder",
    Power = "power",
    ModularPower = "modularPower",
    Gcd = "gcd",
    Lcm = "lcm",
    Minimum = "minimum",
    Maximum = "maximum",
    Absolute = "absolute",
    Minus = "minus",
    Complement = "complement",
    BitAnd = "bitAnd",
    BitOr = "bitOr",
    BitXor = "bitXor",
    ShiftRight = "shiftRight",
    ShiftLeft = "shiftLeft",
    Less = "less",
    LessEqual = "lessEqual",
    Greater = "greater",
    GreaterEqual = "greaterEqual",
    Divides = "divides",
    CharacterCode = "characterCode",
    Character = "character",
    Concatenation = "concatenation",
    TextLength = "textLength",
    Subtext = "subtext",
    FindFirst = "findFirst",
    FindLast = "findLast",
    UpperCase = "upperCase",
    LowerCase = "lowerCase",
    IdentifierText = "identifierText",
    Identifier = "identifier",
    Division = "division",
    FloatMinus = "floatMinus",
    FloatPlus = "floatPlus",
    FloatSubtract = "floatSubtract",
    FloatTimes = "floatTimes",
    FloatDivide = "floatDivide",
    FloatRemainder = "floatRemainder",
    FloatPower = "floatPower",
    FloatAbsolute = "floatAbsolute",
    FloatFloor = "floatFloor",
    FloatCeiling = "floatCeiling",
    FloatMinimum = "floatMinimum",
    FloatMaximum = "floatMaximum",
    SquareRoot = "squareRoot",
    Exponential = "exponential",
    Logarithm = "logarithm",
    Sine = "sine",
    Cosine = "cosine",
    Tangent = "tangent",
    ArcSine = "arcSine",
    ArcCosine = "arcCosine",
    ArcTangent = "arcTangent",
    Angle = "angle",
    NumberToFloat = "numberToFloat",
    FloatToNumber = "floatToNumber",
    NumberToText = "numberToText",
    TextToNumber = "textToNumber",
    FloatToText = "floatToText",
    TextToFloat = "textToFloat",
    FloatToDecimal = "floatToDecimal",
    Random = "random",
    /// Whether a formula of temporal logic holds of a state.
    ModelChecking = "modelChecking",
    /// No function: `rewrite` and `frewrite` put a number in its place.
    Counter = "counter",
}
