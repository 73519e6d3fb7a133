// The instructor's station and the review: the story of the session, its timeline, and the sheets beside the picture.
import type { Machine } from "./machines";
import type { EffectsMessage } from "./protocol/effects";
import type { ScenesMessage, ScoreMessage } from "./protocol/exercises";
import { control, type ClientBody, type RecordedBranch, type SceneMessage, type Stamp, type WelcomeMessage } from "./protocol/messages";
import type { AttemptRecord } from "./protocol/records";
import { quantitiesOf } from "./quantities/catalog";
import type { Moment } from "./quantities/quantity";
import type { Recording } from "./recording/recording";
import type { SceneView } from "./scene_view";
import type { SessionView } from "./session";
import { Past } from "./story/past";
import { Story, type Happening } from "./story/story";
import { Ways } from "./story/ways";
import { byId } from "./ui/dom";
import { MapPanel } from "./ui/map_panel";
import { ExerciseSheet } from "./ui/station/exercise_sheet";
import { HealthSheet } from "./ui/station/health_sheet";
import type { ChoosingActions } from "./ui/station/library_list";
import { LogSheet } from "./ui/station/log_sheet";
import { MachinesSheet } from "./ui/station/machines_sheet";
import { MakerSheet } from "./ui/station/maker_sheet";
import { MalfunctionsSheet } from "./ui/station/malfunctions_sheet";
import { PeopleSheet } from "./ui/station/people_sheet";
import { PlotsSheet } from "./ui/station/plots_sheet";
import { RecordsSheet } from "./ui/station/records_sheet";
import { StatesSheet } from "./ui/station/states_sheet";
import { Tabs } from "./ui/station/tabs";
import { TimeTravel } from "./time_travel";
import type { MapPicture } from "./view/map_picture";
import type { Mount } from "./view/mounted_camera";

export interface StationActions extends ChoosingActions {
  watch(machine: Machine): void;
  /** Rejects with what the server says. */
  request(body: ClientBody): Promise<void>;
  send(body: ClientBody): void;
  /** The course records; rejects with what to tell. */
  records(): Promise<AttemptRecord[]>;
  /** Shows these poses in place of the stream's; null: the stream's. */
  preview(poses: Float64Array | null, time?: number): void;
  /** Opens a recording of the daemon's beside the session. */
  beside(file: string): void;
  mountOf(machine: Machine): Mount | null;
}

/** ms between measurements of the way to the server. */
const pingMs = 1000;

export class Station {
  readonly story = new Story();
  private past = new Past();
  private tabs = new Tabs();
  private log: LogSheet;
  private plots = new PlotsSheet(this.story, this.past);
  private health = new HealthSheet();
  private records: RecordsSheet;
  private states: StatesSheet;
  private malfunctions: MalfunctionsSheet;
  private exercises: ExerciseSheet;
  private maker: MakerSheet;
  private machines: MachinesSheet;
  private people = new PeopleSheet();
  private map: MapPanel;
  private travel: TimeTravel;
  private pingedAt = -Infinity;
  private recorded: RecordedBranch[] = [];

  constructor(
    private session: SessionView,
    ways: Ways,
    private actions: StationActions,
  ) {
    const send = (body: ClientBody) => void actions.ask(body);
    this.travel = new TimeTravel(this.story, this.past, actions);
    this.log = new LogSheet(({ event }) => this.travel.show(event.stamp.time));
    this.records = new RecordsSheet(actions);
    this.states = new StatesSheet(send);
    this.malfunctions = new MalfunctionsSheet(actions);
    this.exercises = new ExerciseSheet({ ...actions, show: (time) => this.travel.show(time) });
    this.machines = new MachinesSheet(session, { watch: actions.watch, send });
    this.map = new MapPanel(byId("station-map"), ways, false);
    this.maker = new MakerSheet(this.map, { ...actions, malfunction: () => this.malfunctions.text });
  }

  welcome({ saves, recordedBranches, scene, bookmarks }: WelcomeMessage): void {
    this.recorded = recordedBranches;
    this.story.know(recordedBranches, scene.periodMs / 1000);
    this.states.set(saves);
    this.health.restart();
    // A connection that comes back brings those again that the page knows.
    for (const event of bookmarks) if (!this.story.has(event)) this.add({ event, level: "", text: event.text, at: null }, "");
  }

  /** The same scene's ground, drawn anew. */
  setMap(map: MapPicture): void {
    this.map.setPicture(map);
  }

  /** Another scene: another story. */
  begin(scene: SceneView, map: MapPicture): void {
    this.story.clear();
    this.story.know(this.recorded, scene.message.periodMs / 1000);
    this.past.clear();
    this.log.clear();
    this.map.setScene(map);
    this.health.setScene(scene.message);
    this.exercises.begin(scene.message);
    this.maker.begin(scene);
    this.furnish(scene);
  }

  /** What is made of words. */
  furnish(scene: SceneView): void {
    const quantities = quantitiesOf(scene.message);
    this.plots.setScene(scene.message.name, quantities, usualPlots(scene.message));
    this.machines.setScene(scene);
    this.malfunctions.setScene(scene);
    this.exercises.furnish();
    this.records.furnish();
    this.maker.furnish(scene);
    this.health.setScene(scene.message);
  }

  note(moment: Moment): void {
    this.story.note(moment.telemetry.stamp);
    this.past.add(moment);
    this.health.note(moment.telemetry);
    this.maker.note(moment);
  }

  add(happening: Happening, savedName: string): void {
    this.story.add(happening);
    this.log.add(happening);
    this.states.add(savedName);
  }

  effects(message: EffectsMessage): void {
    this.malfunctions.receive(message);
  }

  library(message: ScenesMessage): void {
    this.exercises.receiveLibrary(message);
    this.maker.setSceneFile(message.scene);
  }

  score(message: ScoreMessage): void {
    this.exercises.receiveScore(message);
  }

  roundTrip(ms: number): void {
    this.health.setRoundTrip(ms);
  }

  /** Once per picture. `machine`: the one that is watched. */
  show(now: number, moment: Moment | null, stamp: Stamp | null, machine: Machine | undefined): void {
    if (now - this.pingedAt > pingMs) {
      this.pingedAt = now;
      this.actions.send(new control.PingT(BigInt(Math.round(performance.now() * 1e6))));
    }
    if (!moment || !stamp) return;
    this.travel.update(now, stamp, this.session.mayInstruct);
    // What has been recorded is not changed any more.
    const mayChange = this.session.mayInstruct && !stamp.replay;
    this.tabs.allow("faults", mayChange);
    this.tabs.allow("exercises", mayChange);
    this.tabs.allow("states", mayChange);
    this.tabs.allow("maker", mayChange);
    this.tabs.allow("records", this.session.mayInstruct || stamp.replay);
    this.plots.show(now, this.travel.shown ?? stamp.time);
    this.health.show(moment.telemetry);
    this.malfunctions.show(now, machine);
    this.exercises.show(stamp);
    this.records.show();
    this.machines.show(machine);
    this.people.show(this.session);
    this.map.show(moment, now);
  }

  showMachine(machine: Machine | undefined): void {
    this.map.showMachine(machine);
  }

  /** The pictures of machines that are due now. */
  get tiles(): { picture: CanvasRenderingContext2D; mount: Mount }[] {
    return this.machines.nextTile((machine) => this.actions.mountOf(machine));
  }

  /** Its quantities are plotted with the session's, `offset` (s) ahead; null: none. */
  setBeside(recording: Recording | null, offset: () => number): void {
    this.plots.setBeside(recording, offset);
  }

  againFrom(secondsAgo: number): void {
    this.travel.againFrom(secondsAgo);
  }
}

/** Plotted where nobody has chosen yet: the levers, and the first motor's current. */
function usualPlots({ channels, driveNames }: SceneMessage): string[][] {
  const levers = channels.slice(0, 2).map(({ name }) => `${name}.command`);
  const motors = driveNames.slice(0, 2).map((name) => `${name}.current`);
  return [levers, motors, ["energy"]].filter((keys) => keys.length > 0).slice(0, 2);
}
