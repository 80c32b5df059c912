// What every page runs: each module that waits for something is started, in this order, and Dash gets what it calls.
// A module only declares; what it does at the start stands in its `start`. One that fails leaves the others alone.
import * as before from "./before/before.js";
import * as snapshots from "./before/snapshots.js";
import * as drawn from "./board/drawn.js";
import * as exact from "./board/exact.js";
import * as form from "./board/form.js";
import * as jobs from "./board/jobs/jobs.js";
import * as steady from "./board/steady.js";
import * as goalLine from "./board/sweep/goal_line.js";
import * as sweep from "./board/sweep/sweep.js";
import * as classPage from "./classes/class.js";
import * as classGrowth from "./classes/class_growth.js";
import * as classRoom from "./classes/class_room.js";
import * as classWork from "./classes/class_work.js";
import * as compare from "./compare.js";
import * as chips from "./form/chips.js";
import { Chip, Chips } from "./form/chips.js";
import { Field } from "./form/field.js";
import { Frame } from "./form/frame.js";
import * as names from "./form/names.js";
import { Table } from "./form/table.js";
import * as typing from "./form/typing.js";
import * as learn from "./learn/learn.js";
import * as learnCurve from "./learn/learn_curve.js";
import * as learnPictures from "./learn/learn_pictures.js";
import * as learnPredict from "./learn/learn_predict.js";
import * as learnRail from "./learn/learn_rail.js";
import * as away from "./page/away.js";
import * as choices from "./page/choices.js";
import * as equations from "./page/equations.js";
import * as head from "./page/head.js";
import * as heard from "./page/heard.js";
import * as keys from "./page/keys.js";
import * as lists from "./page/lists.js";
import * as more from "./page/more.js";
import * as quiet from "./page/quiet.js";
import * as share from "./page/share.js";
import * as shell from "./page/shell.js";
import * as there from "./page/there.js";
import * as units from "./page/units.js";
import * as wordOfLabel from "./page/word_of_label.js";
import * as words from "./page/words.js";
import * as firstPicture from "./pictures/first_picture.js";
import * as focusPolicy from "./pictures/focus_policy.js";
import * as oneJob from "./pictures/one_job.js";
import * as overTime from "./pictures/over_time.js";
import * as overview from "./pictures/overview.js";
import * as pictureMenu from "./pictures/picture_menu.js";
import * as plotWhenSeen from "./pictures/plot_when_seen.js";
import * as print from "./pictures/print.js";
import * as railWords from "./pictures/rail_words.js";
import * as sameTime from "./pictures/same_time.js";
import * as smallPictures from "./pictures/small_pictures.js";
import * as stateDiagram from "./pictures/state_diagram.js";
import * as timeAxis from "./pictures/time_axis.js";
import * as tooltipPlace from "./pictures/tooltip_place.js";
import * as lecture from "./presenter/lecture.js";
import * as presenter from "./presenter/presenter.js";
import * as preview from "./preview/preview.js";
import * as questions from "./questions.js";
import * as recent from "./recent.js";
import * as coscheduling from "./replay/coscheduling.js";
import * as late from "./replay/late.js";
import * as player from "./replay/player.js";
import * as race from "./replay/race.js";
import * as whatIf from "./replay/what_if.js";
import * as chosenPoint from "./studio/chosen_point.js";
import * as day from "./studio/day.js";
import * as hands from "./studio/hands.js";
import * as history from "./studio/history.js";
import * as keptFields from "./studio/kept_fields.js";
import * as keptPlace from "./studio/kept_place.js";
import * as keptSketch from "./studio/kept_sketch.js";
import * as logFile from "./studio/log_file.js";
import * as named from "./studio/named.js";
import * as open from "./studio/open.js";
import * as ownRules from "./studio/own_rules.js";
import * as pairFile from "./studio/pair_file.js";
import * as reshaping from "./studio/reshaping.js";
import * as runPressed from "./studio/run_pressed.js";
import * as sheets from "./studio/sheets.js";
import * as sketch from "./studio/sketch.js";
import * as sketchEdge from "./studio/sketch_edge.js";
import * as studio from "./studio/studio.js";
import * as study from "./studio/study.js";
import * as waitingButtons from "./studio/waiting_buttons.js";
import * as why from "./studio/why.js";
import * as whole from "./whole/whole.js";

// Listeners of the same event are called in this order.
const STARTED = [
  away,
  before,
  chips,
  choices,
  chosenPoint,
  classPage,
  classGrowth,
  classRoom,
  classWork,
  compare,
  coscheduling,
  day,
  drawn,
  equations,
  exact,
  firstPicture,
  focusPolicy,
  form,
  goalLine,
  hands,
  head,
  heard,
  jobs,
  keptFields,
  keptPlace,
  keptSketch,
  keys,
  learnCurve,
  learnPictures,
  learnPredict,
  learnRail,
  lecture,
  lists,
  logFile,
  more,
  named,
  names,
  oneJob,
  open,
  overTime,
  overview,
  ownRules,
  pairFile,
  pictureMenu,
  player,
  plotWhenSeen,
  presenter,
  preview,
  print,
  questions,
  quiet,
  race,
  railWords,
  reshaping,
  runPressed,
  sameTime,
  share,
  sheets,
  sketch,
  sketchEdge,
  smallPictures,
  snapshots,
  stateDiagram,
  steady,
  sweep,
  there,
  timeAxis,
  tooltipPlace,
  typing,
  units,
  waitingButtons,
  whatIf,
  wordOfLabel,
];

// By the name under which callbacks in Python know them.
const CALLBACKS = {
  classes: classPage.callbacks,
  classes_work: classWork.callbacks,
  compare: compare.callbacks,
  coscheduling: coscheduling.callbacks,
  history: history.callbacks,
  jobs: jobs.callbacks,
  kept: keptSketch.callbacks,
  late: late.callbacks,
  learn: { ...learn.callbacks, ...learnPredict.callbacks },
  named: named.callbacks,
  open: open.callbacks,
  overview: overview.callbacks,
  player: player.callbacks,
  preview: preview.callbacks,
  recent: recent.callbacks,
  share: share.callbacks,
  shell: shell.callbacks,
  sketch: sketch.callbacks,
  studio: studio.callbacks,
  study: study.callbacks,
  whole: whole.callbacks,
  why: why.callbacks,
  words: words.callbacks,
};

STARTED.forEach((module) => {
  try {
    module.start();
  } catch (error) {
    window.setTimeout(() => {
      throw error;
    });
  }
});

window.dash_clientside = Object.assign(window.dash_clientside || /** @type {any} */ ({}), CALLBACKS);

// Components of our own, see components/controls/own.py: the one name that we put on `window`.
window.corral = { Chip, Chips, Field, Frame, Table };
