// The card in the middle: why there is no picture, and what can be done.
import type { ConnectionState } from "../protocol/connection";
import { ErrorCode } from "../protocol/messages";
import { byId, setText } from "./dom";

export interface NoticeActions {
  retry(): void;
  useToken(token: string): void;
}

export class Notice {
  private root = byId("notice");
  private title = byId("notice-title");
  private text = byId("notice-text");
  private form = byId("token-form");
  private action = byId("notice-action");

  constructor(actions: NoticeActions) {
    this.action.addEventListener("click", () => actions.retry());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      actions.useToken(byId<HTMLInputElement>("token").value.trim());
    });
  }

  show(state: ConnectionState): void {
    this.root.hidden = state.phase === "live" || state.phase === "connecting";
    this.form.hidden = true;
    this.action.hidden = true;
    if (state.phase === "waiting") {
      setText(this.title, "The server is gone");
      setText(this.text, `${state.reason} Trying again by itself.`);
      this.action.hidden = false;
    } else if (state.phase === "refused") {
      const token = state.code === ErrorCode.Token || state.code === ErrorCode.NotAllowed;
      setText(this.title, token ? "The server wants a token" : "The server refused this page");
      setText(this.text, state.reason);
      this.form.hidden = !token;
      this.action.hidden = token;
    }
  }

  /** What stands in the way before any connection. */
  fail(title: string, text: string): void {
    this.root.hidden = false;
    setText(this.title, title);
    setText(this.text, text);
  }
}
