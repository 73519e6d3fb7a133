// Channels for tests: a lever that springs back, unless said otherwise.
import { LeverType, type Channel } from "../src/protocol/messages";

export function channel(name: string, how: Partial<Channel> = {}): Channel {
  return {
    name, minimum: -1, maximum: 1, neutral: 0, holder: 0, holds: false, springsBack: true, keys: { raise: [], lower: [] }, axis: "",
    lever: LeverType.slider, group: "", label: "", labelRu: "", factor: 1, unit: "", ...how,
  };
}
