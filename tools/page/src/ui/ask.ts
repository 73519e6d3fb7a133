// A question that must be answered before something that cannot be taken back.
import { words } from "../words";
import { make } from "./dom";

/** Whether the answer was `yes`; Escape is no. */
export function ask(title: string, text: string, yes: string): Promise<boolean> {
  const go = make("button", "primary", yes);
  const stay = make("button", "", words("Cancel"));
  const dialog = make("dialog", "notice ask", make("h1", "", title), make("p", "", text), make("div", "answers", stay, go));
  dialog.dataset.testid = "ask";
  go.dataset.testid = "ask-yes";
  stay.dataset.testid = "ask-no";
  document.body.append(dialog);
  dialog.showModal();
  stay.focus();
  return new Promise((resolve) => {
    go.addEventListener("click", () => dialog.close("yes"));
    stay.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
