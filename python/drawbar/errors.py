"""What goes wrong."""


class Error(ValueError):
    """Something was refused: str(error) is what the command line prints, with place, what is wrong and what is allowed.

    kind: "wrong" (the scene, recording or state asked about is), "usage" (the call is) or "environment" (a file cannot be
    read or written, a server cannot be reached).
    """

    def __init__(self, text: str, kind: str = "usage"):
        super().__init__(text)
        self.kind = kind
