/** What stands on `window` beside what browsers put there: Dash, React and plotly.js, which ship no types for it. */

type Properties = Record<string, any>;

/** Of Dash, see https://dash.plotly.com/clientside-callbacks; the namespaces in it are those of `main.js`. */
interface DashClientside {
  no_update: unknown;
  set_props(id: string | object, properties: Properties): void;
  callback_context: {
    triggered: { prop_id: string; value?: any }[];
    triggered_id: any;
    inputs_list: any[];
    states_list: any[];
    outputs_list: any;
  };
  [namespace: string]: any;
}

interface Window {
  corral: Properties;
  dash_clientside: DashClientside;
  dash_component_api: { getLayout(id: string | object): { props: Properties } | null };
  dash_stores: any[];
  Plotly: any;
  React: any;
  corralFrame?: number;
}

/** A picture that plotly.js has drawn has these. */
interface Element {
  data?: any[];
  layout?: any;
  _fullLayout?: any;
  on?(name: string, listener: (event: any) => void): void;
}

/** Listeners hear of elements, from a page as a whole of `document`: who asks for `closest` looks whether it is there. */
interface EventTarget {
  closest?(selector: string): any;
  matches?(selector: string): boolean;
  classList?: any;
  dataset?: any;
  detail?: any;
  id?: any;
  on?: any;
  data?: any;
  layout?: any;
  value?: any;
  open?: any;
  select?: any;
  opensEpisodes?: boolean;
  _fullLayout?: any;
}

interface Event {
  detail?: any;
}

/** What is found by a selector is what was looked for. */
interface Element {
  dataset?: any;
  value?: any;
  disabled?: any;
  hidden?: any;
  open?: any;
  style?: any;
  src?: any;
  cells?: any;
  htmlFor?: any;
  tabIndex?: any;
  offsetParent?: any;
  offsetWidth?: any;
  offsetHeight?: any;
  offsetLeft?: any;
  select?(): void;
  click?(): void;
  focus?(how?: object): void;
  scroll?: any;
}

interface Navigator {
  connection?: { saveData: boolean };
}
