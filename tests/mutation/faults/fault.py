"""What a fault is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    name: str
    file: str
    old: str
    new: str
    claim: str
    programs: tuple
    equivalent: str = ""


SOLVER = "physics/formulations/sequential_impulses/"
SESSION = "server/session/"
DESKS = "server/desks/"
HUB_ROOM = "server/hub/"
# Of test_server what takes a second or two.
HUB = ("test_server:Channels.*:ScheduledInputs.*:History.*:Recorder.*:BusyHub.*:Hub*:Levers.*:HandMade.*:TokenLines.*:LoopSlots.*:FoxgloveFields.*"
       ":FoxgloveParameters.*:FoxgloveServices.*:FoxgloveWire.*:*Rows.*:*Table.*")
