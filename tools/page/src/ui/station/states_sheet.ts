// States kept under a name: save the present one, go back to one that was kept.
import { control, type ClientBody } from "../../protocol/messages";
import { words } from "../../words";
import { byId, make } from "../dom";

export class StatesSheet {
  private list = byId("states");
  private name = byId<HTMLInputElement>("state-name");
  private names: string[] = [];

  constructor(private ask: (body: ClientBody) => void) {
    byId("state-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.name.value.trim() || words("state {number}", { number: this.names.length + 1 });
      ask(new control.SaveT(name));
      this.name.value = "";
      this.name.blur();
    });
  }

  set(names: readonly string[]): void {
    this.names = [...names];
    this.render();
  }

  /** Somebody has saved. */
  add(name: string): void {
    if (!name || this.names.includes(name)) return;
    this.names.push(name);
    this.render();
  }

  private render(): void {
    this.list.replaceChildren(...this.names.map((name) => {
      const restore = make("button", "", words("Restore"));
      restore.dataset.testid = `restore-${name}`;
      restore.addEventListener("click", () => this.ask(new control.RestoreT(name)));
      return make("li", "", make("span", "", name), restore);
    }));
  }
}
