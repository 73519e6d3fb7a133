// Who is connected, and what each drives.
import { Role } from "../../protocol/messages";
import type { SessionView } from "../../session";
import { words } from "../../words";
import { byId, make } from "../dom";

export class PeopleSheet {
  private list = byId("people");
  private shown = "";

  show(session: SessionView): void {
    const lines = session.everybody.map(({ session: id, name, role }) => {
      const who = id === session.own ? words("{name} (this page)", { name }) : name || `${id}`;
      const channels = session.channelsOf(id);
      const drives = channels.length === 0 ? "" : channels.length > 3 ? words("{count} channels", { count: channels.length }) : channels.join(", ");
      return [who, role === null ? "" : roleName(role), drives];
    });
    const shown = JSON.stringify(lines);
    if (shown === this.shown) return;
    this.shown = shown;
    this.list.replaceChildren(...lines.map(([who, role, drives]) => make("li", "", make("span", "", who), make("span", "quiet", role), make("span", "quiet", drives))));
  }
}

function roleName(role: Role): string {
  return { [Role.Viewer]: words("viewer"), [Role.Operator]: words("operator"), [Role.Instructor]: words("instructor") }[role];
}
