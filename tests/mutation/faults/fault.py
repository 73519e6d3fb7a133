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
HUB = "test_server:Channels.*:ScheduledInputs.*:History.*:Recorder.*:BusyHub.*:HubTable.*"
