"""The faults that run.py puts into the code, one at a time.

Each is an exact text of one file, what stands there instead, the claim that it breaks, and the test programs that
should notice, the cheapest first: "test_contact", or "test_server:HubTable.*:Hub.*" for a part of a program. A fault
with an `equivalent` changes nothing that anybody could notice, for the reason given there; it is not run.

A set is what was written at one time: how many of it are noticed at the first try is the share in the README.
"""

from .eighth_set import EIGHTH_SET
from .eleventh_set import ELEVENTH_SET
from .fault import Fault
from .fifth_set import FIFTH_SET
from .first_set import FIRST_SET
from .fourth_set import FOURTH_SET
from .ninth_set import NINTH_SET
from .second_set import SECOND_SET
from .seventh_set import SEVENTH_SET
from .sixth_set import SIXTH_SET
from .tenth_set import TENTH_SET
from .third_set import THIRD_SET

__all__ = ["FAULTS", "Fault"]

FAULTS = (FIRST_SET + SECOND_SET + THIRD_SET + FOURTH_SET + FIFTH_SET + SIXTH_SET + SEVENTH_SET + EIGHTH_SET + NINTH_SET + TENTH_SET
          + ELEVENTH_SET)
