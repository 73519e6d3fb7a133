// The card in the middle: why there is no picture, and what can be done.
import type { ConnectionState } from "../protocol/connection";
import { ErrorCode } from "../protocol/messages";
import { words } from "../words";
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
      setText(this.title, words("The server is gone"));
      setText(this.text, `${state.reason} ${words("Trying again by itself.")}`);
      this.action.hidden = false;
    } else if (state.phase === "refused") {
      const token = tokenWords(state);
      setText(this.title, token?.title ?? words("The server refused this page"));
      setText(this.text, token?.text ?? state.reason);
      this.form.hidden = token === null;
      this.action.hidden = token !== null;
      if (token) byId("token").focus();
    }
  }

  /** What stands in the way before any connection. */
  fail(title: string, text: string): void {
    this.root.hidden = false;
    setText(this.title, title);
    setText(this.text, text);
  }
}

/** What is wrong with the token, and what to do; null: it is not the token. */
function tokenWords({ code, reason, tokenGiven }: ConnectionState & { phase: "refused" }): { title: string; text: string } | null {
  if (code === ErrorCode.NotAllowed) {
    return {
      title: words("This token is not enough"),
      text: `${words("The server knows it, but it does not allow what this page was opened for. Enter another one.")} (${reason})`,
    };
  }
  if (code !== ErrorCode.Token) return null;
  return tokenGiven
    ? { title: words("This token is wrong"), text: words("The server does not know it: a slip of the hand, or a token of yesterday?") }
    : { title: words("The server wants a token"), text: words("Enter the one that you were given. An address may carry it, too: #token=…") };
}
