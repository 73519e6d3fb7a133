// Types and parameters of effects in words: the server names them as scene files do, and explains them in English.
import { currentLanguage, words } from "../words";

/** The name as people say it. */
export function effectName(name: string): string {
  return (currentLanguage() === "ru" && names[name]) || name.replaceAll("_", " ");
}

/** What the server says of a type or a parameter. */
export function effectMeaning(meaning: string): string {
  return (currentLanguage() === "ru" && meanings[meaning]) || meaning;
}

/** A unit as the server writes it. */
export function serverUnit(unit: string): string {
  return (currentLanguage() === "ru" && units[unit]) || words(unit);
}

const units: Record<string, string> = {
  N: "Н", "N m": "Н·м", "N s": "Н·с", m: "м", "m/s": "м/с", "m/s^2": "м/с²", "m/s^3": "м/с³", rad: "рад", deg: "°", s: "с", "N or N m": "Н или Н·м", "of the channel": "как у канала",
};

const names: Record<string, string> = {
  force: "сила", torque: "момент", impulse: "удар", place: "переставить", off: "отключение", burnout: "сгорание", torque_loss: "потеря момента",
  phase_loss: "обрыв фазы", short_circuit: "замыкание", supply_sag: "просадка питания", brake_fade: "слабый тормоз", brake_lock: "тормоз заклинен",
  jam: "заедание", break: "поломка", spring_loss: "слабая пружина", damper_loss: "слабый демпфер", puncture: "прокол", track_off: "сход гусеницы",
  uncouple: "расцепка", friction: "трение", dead: "ноль", stuck: "застыло", bias: "смещение", noise: "шум", delay: "запаздывание",
  intermittent: "прерывается", wind: "ветер", move: "переместить", absent: "отсутствует",
  at_x: "точка x", at_y: "точка y", at_z: "точка z", body_axes: "оси тела", roll: "крен", pitch: "тангаж", yaw: "рыскание", time: "время",
  seed: "зерно", gust: "порыв", period: "период", factor: "множитель", value: "величина", deviation: "отклонение", turn: "цикл", part: "доля",
};

const meanings: Record<string, string> = {
  "along x": "вдоль x", "along y": "вдоль y", "along z": "вдоль z",
  "0: x, y, z are the world's; above 0: the body's": "0: x, y, z мира; больше 0: тела",
  "point that it acts at, from the body frame's origin, body axes": "точка приложения от начала осей тела, в осях тела",
  "place of the body frame's origin": "где начало осей тела", "about the world's x": "вокруг x мира", "then about the world's y": "затем вокруг y мира",
  "then about the world's z": "затем вокруг z мира", "that it takes": "сколько это длится",
  "of what is drawn by lot: the same gives the same": "случайного: то же даёт то же",
  "velocity of the air": "скорость воздуха", "by which it blows faster and slower, along its way": "насколько дует сильнее и слабее",
  "of a gust": "одного порыва", "0: even gusts; else drawn by lot: the same gives the same": "0: ровные порывы; иначе случайные: то же даёт то же",
  "pushes a body": "толкает тело", "turns a body": "вращает тело", "strikes a body, at once": "ударяет тело, сразу",
  "puts a body, and all that is joined to it, elsewhere, at rest, at once": "ставит тело и всё, что с ним связано, в другое место, в покое, сразу",
  "no current flows in the motor": "в двигателе нет тока", "the motor's winding burns: it stays open, at once": "обмотка сгорает и остаётся разомкнутой, сразу",
  "the motor loses this part of its torque per current, and of what it induces": "двигатель теряет эту долю момента на ток и наводимого напряжения",
  "one of the motor's three phases is open: twice the resistance, half the current limit": "одна из трёх фаз разомкнута: вдвое больше сопротивление, вдвое меньше предел тока",
  "the motor's terminals are joined: it brakes itself": "выводы замкнуты: двигатель тормозит себя", "the motor's supply loses this part of its voltage": "питание теряет эту долю напряжения",
  "the brake loses this part of its torque": "тормоз теряет эту долю момента",
  "the brake holds with this part of its torque, whatever is asked": "тормоз держит этой долей момента, что бы ни просили",
  "a joint's axes resist with dry friction besides their own": "оси шарнира держит сухое трение сверх своего", "that it resists with": "с которым держит",
  "a joint is no more, at once": "шарнира больше нет, сразу", "a spring, or those of a joint, lose this part of their force": "пружина или пружины шарнира теряют эту долю силы",
  "they lose this part of their damping": "теряют эту долю демпфирования", "a tyre loses this part of its pressure": "шина теряет эту долю давления",
  "the track comes off the sprocket of this joint: it drives nothing": "гусеница сходит со звёздочки этого шарнира: она ничего не ведёт",
  "a hitch opens, and cannot be closed": "сцепка открывается, закрыть её нельзя", "a material has another friction against all others": "у материала другое трение со всеми прочими",
  "times its friction": "во сколько раз трение", "a reading is 0; a control is felt as 0": "показание ноль; орган действует как ноль",
  "a reading or a control stays as it is": "показание или орган застывает", "a reading or a control is off by this": "показание или орган смещены на это",
  "that is added": "прибавляется", "a reading or a control has a normally distributed error, a new one in each frame": "у показания или органа нормально распределённая ошибка, новая в каждом кадре",
  "standard deviation": "среднеквадратичное", "a reading or a control comes late, at most 63 frames": "показание или орган запаздывает, не более 63 кадров",
  "by which it is late": "на сколько", "a reading or a control is 0 by turns": "показание или орган временами ноль", "of one turn": "одного цикла",
  "of the turns that are lost": "потерянных циклов", "the air moves, everywhere alike, and pushes what has a drag area": "воздух движется, всюду одинаково, и толкает парусные тела",
  "a body whose motion is outside goes elsewhere, smoothly, and rests there; begun at once": "тело с внешним движением плавно идёт в другое место и стоит там",
  "a body, and all that is joined to it, is not there; it comes back at rest, where it was or was placed":
    "тела и всего, что с ним связано, нет; оно вернётся в покое туда, где было или куда поставлено",
};
