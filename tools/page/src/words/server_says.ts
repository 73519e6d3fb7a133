// What the server says, events and refusals, in the language of who reads it: it speaks English.
import { ErrorCode, EventKind, heldBack, type ErrorMessage, type EventMessage, type SceneMessage } from "../protocol/messages";
import { currentLanguage } from "../words";
import { effectName } from "./effects";

/** Where the Russian has no sentence of its own, and in English, the server's is said. */
export function happened(event: EventMessage, scene: SceneMessage | null): string {
  if (currentLanguage() === "en" || !event.text) return event.text;
  return event.textRu || inRussian(event, scene) || event.text;
}

function inRussian({ event, name, session, text, ids, value }: EventMessage, scene: SceneMessage | null): string {
  const of = (list: string[] | undefined) => ids.map((id) => list?.[id] ?? `${id}`).join(", ");
  const channels = () => of(scene?.channels.map((channel) => channel.name));
  /** Which, where they are not all: whoever reads it sees what was not given. */
  const given = (said: string) => (ids.length < (scene?.channels.length ?? 0) ? `${said}: ${channels()}` : said);
  const body = (id: number) => scene?.bodyNames[id] ?? `${id}`;
  switch (event) {
    case EventKind.Joined: return `${name}: на связи`;
    case EventKind.Left: return `${name}: связь окончена`;
    case EventKind.TookControl: return given(session === heldBack ? "Управление удерживает инструктор" : `Управляет ${name}`);
    case EventKind.ReleasedControl: return given(name ? `${name}: управление отдано` : "Управление отдано");
    case EventKind.ControlRequested: return `${name} просит управление: ${channels()}`;
    case EventKind.ControlSilent: return `Команды не пришли вовремя: ${channels()}`;
    case EventKind.ControlClamped: return `Команда за пределами хода, обрезана: ${channels()}`;
    case EventKind.SubstepsChanged: return `Подшагов на кадр теперь ${value}`;
    case EventKind.Frozen: return `${name}: пауза`;
    case EventKind.Running: return `${name}: пуск`;
    case EventKind.SpeedChanged: return `${name}: скорость времени ${value}`;
    case EventKind.Saved: return `Состояние сохранено: ${name}`;
    case EventKind.Restored: return `Возврат к состоянию: ${name}`;
    case EventKind.Rewound: return `${name}: возврат к кадру ${value}`;
    case EventKind.Reloaded: return `${name}: сцена начата сначала`;
    case EventKind.DriveFaultChanged: return `${of(scene?.driveNames)}: ${value === 0 ? "снова работает" : "отключён"}`;
    case EventKind.JointBroke: return `Сломался шарнир: ${of(scene?.joints.map((joint) => joint.name))}`;
    case EventKind.Sought: return `${name}: другой момент записи`;
    case EventKind.ReplayEnded: return "Запись окончена";
    case EventKind.MotionDiverged: return "Расчёт движения сорвался: тела возвращены к началу кадра и остановлены";
    case EventKind.DiskLow: return "На диске осталось мало места";
    case EventKind.RecordingFailed:
      return value === 0 ? "Запись прервана, работа идёт без неё" : "Попытка ещё не в журнале курса: она хранится, запись повторится";
    case EventKind.ClientDropped: return `${name}: связь разорвана, данные не читались`;
    case EventKind.ShuttingDown: return "Сервер завершает работу";
    case EventKind.SensorEntered: return `${body(ids[2])} в зоне ${body(ids[0])}`;
    case EventKind.SensorLeft: return `${body(ids[2])} вне зоны ${body(ids[0])}`;
    case EventKind.EffectBegan: return `Воздействие: ${effectSaid(text)}`;
    case EventKind.EffectCleared: return ids.length === 0 ? "Все воздействия сняты" : `Воздействие ${ids[0]} снято`;
    case EventKind.TookOver: return `${name}: отсюда вживую, с кадра ${value}`;
    case EventKind.LeversDiffer: return `Переставьте рычаги: ${channels()}`;
    case EventKind.LeversAgree: return "Все рычаги стоят как нужно";
    case EventKind.Repeating: return value === 0 ? `${name}: повтор окончен` : `${name}: отрезок повторяется`;
    case EventKind.StateDeleted: return `Состояние удалено: ${name}`;
    case EventKind.ClockStepped: return "Часы сервера переведены";
    default: return "";
  }
}

/** "TARGET TYPE (NUMBER)" of an instructor's order, the type by its Russian name; what a trigger begins is called as its author did. */
function effectSaid(text: string): string {
  return text.replace(/^(\S+) (\w+) \((\d+)\)$/, (_, target: string, type: string, number: string) => `${target}: ${effectName(type)} (${number})`);
}

/** Why the server has not done what it was asked for. */
export function refusal({ code, text }: ErrorMessage): string {
  return (currentLanguage() === "ru" && refusals[code]) || text;
}

const refusals: Partial<Record<ErrorCode, string>> = {
  [ErrorCode.Version]: "Страница и сервер говорят на разных версиях протокола. Перезагрузите страницу.",
  [ErrorCode.BadMessage]: "Сервер не понял сообщения этой страницы. Перезагрузите её.",
  [ErrorCode.TooLarge]: "Сообщение слишком велико.",
  [ErrorCode.Token]: "Ключ неверен или его нет.",
  [ErrorCode.NotAllowed]: "Роль этой страницы этого не разрешает.",
  [ErrorCode.NoSuchId]: "Такого в сцене нет.",
  [ErrorCode.NotHeld]: "Этим управляет не эта страница.",
  [ErrorCode.Held]: "Этим управляет другой.",
  [ErrorCode.BadValue]: "Такое значение недопустимо.",
  [ErrorCode.NoSuchName]: "Состояния с таким именем нет.",
  [ErrorCode.NoSuchMoment]: "Этого момента нет: он не записан или ещё не наступил.",
  [ErrorCode.Busy]: "Сервер занят, повторите позже.",
  [ErrorCode.TooSlow]: "Страница не успевает читать данные сервера.",
  [ErrorCode.HelloTimeout]: "Страница не представилась вовремя.",
  [ErrorCode.Unsupported]: "Здесь это не действует.",
  [ErrorCode.SceneInvalid]: "В файле сцены ошибки, идёт прежняя.",
  [ErrorCode.ResumeExpired]: "Прежний сеанс истёк.",
  [ErrorCode.TakenOver]: "Сеанс продолжается в другом окне.",
  [ErrorCode.Cancelled]: "Отменено другим запросом.",
};
