// Written by `node scripts/write-content-types.mjs` from schema*.ts. A test fails while it is out of date.

/** An expression of the expression language, or a value. */
export type ExpressionSource = string | number | boolean | null;

/** Content as it is written, in TypeScript or as the data of a YAML file. */
export interface ContentSource {
  /** Version of the format. Default 1. */
  edict?: 1 | undefined;
  /** Enforces the restrictions of a design on what may refer to meters. */
  profile?: 'effects-v0.3' | undefined;
  /** Closed lists of words. */
  enumerations?: Record<string, EnumerationSource> | undefined;
  /** Objects that the host names at run time. */
  roles?: readonly string[] | undefined;
  /** What factions can be to one another, such as at war; at first none are. */
  relations?: Record<string, RelationSource> | undefined;
  /** What a stacking number keeps. Default first. */
  stacking?: Record<string, 'first' | 'largest' | 'smallest' | 'mean'> | undefined;
  /** Numbers and booleans by name, for every expression. */
  constants?: Record<string, number | boolean> | undefined;
  /** Numbers and conditions by name, for every expression, which each world is given when it is made. */
  parameters?: Record<string, ParameterSource> | undefined;
  /** Numbers that rules raise and lower. */
  meters?: Record<string, MeterSource> | undefined;
  /** Everything else that objects have. */
  properties?: Record<string, PropertySource> | undefined;
  /** Values that modifiers make, again whenever something changes that they look at. */
  variables?: Record<string, VariableSource> | undefined;
  /** Named expressions with arguments. */
  functions?: Record<string, FunctionSource> | undefined;
  /** Values by words or whole numbers, for `lookup`. */
  tables?: Record<string, TableSource> | undefined;
  /** The kinds of objects. */
  kinds?: Record<string, KindSource> | undefined;
  /** What stepping along an ordered property brings with it. */
  steps?: Record<string, StepsSource> | undefined;
  /** Objects at whole coordinates of a plane of limited size. */
  grids?: Record<string, GridSource> | undefined;
  /** Edges between objects of a kind. */
  networks?: Record<string, NetworkSource> | undefined;
  /** Parts of the plane in which objects look for one another. */
  spaces?: Record<string, SpaceSource> | undefined;
  /** Ways from objects to other objects, for aggregates and flows. */
  connections?: Record<string, ConnectionSource> | undefined;
  /** Conditions and numbers that hosts ask by name. */
  expressions?: Record<string, NamedExpressionSource> | undefined;
  /** Numbers and conditions about the whole world, kept for each turn. */
  reports?: Record<string, ExpressionSource> | undefined;
  /** What moves whole numbers between objects, or makes them, once a turn. */
  flows?: readonly FlowSource[] | undefined;
  /** What happens as soon as something is so, in the order in which they are looked at. */
  triggers?: readonly TriggerSource[] | undefined;
  /** The players who decide, and the steps of their turns. */
  timing?: TimingSource | undefined;
  /** What may happen, and be answered. */
  occurrences?: Record<string, OccurrenceSource> | undefined;
  /** What answers occurrences, in the order in which they are asked. */
  abilities?: readonly AbilitySource[] | undefined;
  /** What begins and ends with a condition, as something occurs. */
  continuous?: readonly ContinuousSource[] | undefined;
  /** What agents see, do and want, for training. */
  environment?: EnvironmentSource | undefined;
  /** Definitions of objects and their groups of effects. */
  classes?: Record<string, ClassSource> | undefined;
  /** Groups of effects that several classes have. */
  mixins?: Record<string, MixinSource> | undefined;
  /** What the rules may count in a turn of a stated world. */
  budget?: BudgetSource | undefined;
  /** Warnings of `edict check` that are meant so: by code, then by the name of what they concern, with the reason. */
  meant?: Record<string, Record<string, string>> | undefined;
  /** How a world begins: steps that run once, in this order, when it is made. */
  start?: readonly StartStepSource[] | undefined;
}

export type EnumerationSource = readonly string[] | OrderedEnumerationSource | WheelEnumerationSource;

export interface OrderedEnumerationSource {
  /** Words from the least to the greatest; steps and ranges go along them. */
  ordered: readonly string[];
}

export interface WheelEnumerationSource {
  /** Words in a ring; ranges go round it. */
  wheel: readonly string[];
  /** Words off the ring, which match only themselves. */
  off?: readonly string[] | undefined;
}

export interface RelationSource {
  /** Whether it holds back as well: what one faction is to another, that one is to it. Default true. */
  symmetric?: boolean | undefined;
}

export interface ParameterSource {
  /** What it is: a number, a whole number, or `true` or `false`. Default number. */
  type?: 'number' | 'integer' | 'boolean' | undefined;
  /** Its value in a world that is given no other. Default 0 or false. For example `0.04`. */
  default?: number | boolean | undefined;
  /** The least and the greatest value that a world may be given; null for no bound. */
  range?: readonly [number | null, number | null] | undefined;
  /** What it is for, for people. For example `Chance that a sheep breeds in a turn`. */
  about?: string | undefined;
}

export interface MeterSource {
  /** What it holds: a 64-bit number, a 32-bit integer, or a 32-bit number. Default number. */
  type?: 'number' | 'integer' | 'float32' | undefined;
  /** Its first value, and what `reset` sets it to. Default 0. For example `10`. */
  default?: number | undefined;
  /** The least and the greatest value, enforced in the clamp phase; null for no bound. */
  bounds?: readonly [number | null, number | null] | undefined;
  /** The meter that caps it in the clamp phase. For example `maxPopulation`. */
  max?: string | undefined;
  /** The meter toward which it grows, by 1 a turn unless `growth` says how. For example `targetPopulation`. */
  target?: string | undefined;
  /** The value it takes in the growth phase, over `self` and `value`. For example `value + self.fertility`. */
  growth?: ExpressionSource | undefined;
  /** Set to its default at the start of each turn. Default false. */
  reset?: boolean | undefined;
}

export interface PropertySource {
  /** number, integer, float32, boolean, reference, class, the name of an enumeration, set or list. Default number. */
  type?: string | undefined;
  /** Of a set the enumeration of its words, of a list the kind of its objects. For example `tech`. */
  of?: string | undefined;
  /** Its first value. Default 0, false or none. For example `1`. */
  default?: number | boolean | string | null | undefined;
}

export interface VariableSource {
  /** number, boolean, or the name of an enumeration. Default number. */
  type?: string | undefined;
  /** What it is before the first modifier. Default 0, false or none. For example `2`. */
  default?: number | boolean | string | null | undefined;
  /** Set by hosts, not by modifiers. Default false. */
  input?: boolean | undefined;
  /** What it is for, for people. For example `Hands that are free`. */
  explanation?: string | undefined;
}

export interface FunctionSource {
  /** Names that the expression has for what a call gives it. Default none. */
  arguments?: readonly string[] | undefined;
  /** The expression that stands in place of a call. For example `2 * size + 1`. */
  value: ExpressionSource;
}

export interface TableSource {
  /** What it is asked by: number, class, or the name of an enumeration; one, or two in a list. For example `size`. */
  by: string | readonly [string, string];
  /** Of its values: number, boolean, class, or the name of an enumeration. Default number. */
  type?: string | undefined;
  /** What it has for a key that is not listed. Default 0, false or none. For example `1`. */
  default?: number | boolean | string | null | undefined;
  /** Values by key; with two keys maps or lists by the first. */
  values:
    | readonly (
        | number
        | boolean
        | string
        | null
        | readonly (number | boolean | string | null)[]
        | Record<string, number | boolean | string | null>
      )[]
    | Record<
        string,
        | number
        | boolean
        | string
        | null
        | readonly (number | boolean | string | null)[]
        | Record<string, number | boolean | string | null>
      >;
}

export interface KindSource {
  /** Its objects own others, see, and have availabilities. Default false. */
  faction?: boolean | undefined;
  /** Its objects have coordinates and are the ends of lanes. Default false. */
  node?: boolean | undefined;
  /** How its objects' empires are found. Default stored; of factions and nodes without one, see the manual. */
  ownership?: 'stored' | 'none' | KindOwnershipSource | undefined;
  /** Kinds that its objects may be attached to. Default none. */
  attachesTo?: readonly string[] | undefined;
  /** What becomes of its objects when what they are attached to is destroyed. Default destroy. */
  orphan?: 'destroy' | 'detach' | undefined;
  /** Meters that its objects have. */
  meters?: readonly string[] | undefined;
  /** Properties that its objects have. */
  properties?: readonly string[] | undefined;
  /** Variables that its objects have; what hangs on them sees these as its own. */
  variables?: readonly string[] | undefined;
  /** Modifiers of variables that all its objects carry. */
  modifiers?: readonly ModifierSource[] | undefined;
  /** What is so of its objects or not, as conditions over `self` say. */
  flags?: Record<string, ExpressionSource> | undefined;
}

export interface KindOwnershipSource {
  /** A kind: the owner of an object of it in here owns this too. */
  through: string;
}

export interface ModifierSource extends AmountSource {
  /** The variable to change. */
  variable: string;
  /** All must hold of `self`; otherwise it is passed over. Default: always. For example `self.load > 20`. */
  when?: ConditionsSource | undefined;
  /** Changes the variables of these objects under the same root instead of the carrier's own. */
  others?: ModifierOthersSource | undefined;
  /** Lower first; of equal ones set, multiply, divide, add, max, min. Default 0. */
  priority?: number | undefined;
  /** What explain prints. */
  label?: string | undefined;
}

interface AmountSource {
  /** The new value. For example `10`. */
  set?: ExpressionSource | undefined;
  /** What is added. For example `2 * target.fertility`. */
  add?: ExpressionSource | undefined;
  /** What it is multiplied by. For example `1.5`. */
  multiply?: ExpressionSource | undefined;
  /** What it is divided by. For example `2`. */
  divide?: ExpressionSource | undefined;
  /** At most this. For example `100`. */
  min?: ExpressionSource | undefined;
  /** At least this. For example `0`. */
  max?: ExpressionSource | undefined;
}

export type ConditionsSource = ExpressionSource | readonly ExpressionSource[];

export interface ModifierOthersSource {
  /** Their kind. For example `weapon`. */
  kind?: string | undefined;
  /** Their class. */
  class?: string | undefined;
  /** A tag of their classes. For example `heavy`. */
  tag?: string | undefined;
}

export interface StepsSource {
  /** The property that a listed member brings along. For example `environment`. */
  property: string;
  /** The property that remembers what was there before. For example `formerEnvironment`. */
  remember: string;
  /** Members that bring a value along. */
  members: Record<string, StepsMemberSource>;
}

export interface StepsMemberSource {
  /** What the property is while the member lasts. For example `barren`. */
  value: string;
  /** What it becomes after the member where nothing is remembered. For example `toxic`. */
  born: string;
}

export interface GridSource {
  /** The kind of the objects at its points. For example `plot`. */
  kind: string;
  /** Columns: the points have x from 0 to one less. For example `64`. */
  width: number;
  /** Rows: the points have y from 0 to one less. For example `32`. */
  height: number;
  /** Axes along which the first comes after the last; true: both. Default none. */
  wrap?: boolean | readonly ('x' | 'y')[] | undefined;
  /**
   * How steps are counted: moore also diagonally, vonNeumann along columns and rows, hexagonal, axes along one of
   * them. Default moore.
   */
  neighbourhood?: 'moore' | 'vonNeumann' | 'hexagonal' | 'axes' | undefined;
  /** A world begins with an object of the kind at every point. Default false. */
  cells?: boolean | undefined;
  /** The class of these objects. Default none. For example `meadow`. */
  class?: string | undefined;
}

export interface NetworkSource {
  /** The kind of the objects that its edges join. For example `person`. */
  kind: string;
  /** Edges lead from their first end alone. Default false. */
  directed?: boolean | undefined;
}

export interface SpaceSource {
  /** The kinds of the objects that are in it; a kind is in one space. For example `bird`. */
  kind: string | readonly string[];
  /** Its extent along x, from 0. For example `200`. */
  width: number;
  /** Its extent along y, from 0. For example `200`. */
  height: number;
  /** Axes on which one edge is the other; true: both. Default none. */
  wrap?: boolean | readonly ('x' | 'y')[] | undefined;
}

export interface ConnectionSource {
  /** The kind that it leads from. Default any. */
  from?: string | undefined;
  /** The kind that it leads to. Default: what its steps say. */
  to?: string | undefined;
  /** What leads there, one after the other. */
  steps: readonly StepSource[];
}

export type StepSource =
  | 'owner'
  | 'parent'
  | 'others'
  | 'once'
  | 'sorted'
  | ObjectsStepSource
  | ReferenceStepSource
  | AttachedStepSource
  | OwnedStepSource
  | ReferrersStepSource
  | ListedStepSource
  | LinkedStepSource
  | ListingStepSource
  | SquareStepSource
  | OfKindStepSource
  | HavingStepSource;

export interface ObjectsStepSource {
  /** All objects of a kind; only as the first step. */
  objects: string;
}

export interface ReferenceStepSource {
  /** What a reference leads to. */
  reference: string;
}

export interface AttachedStepSource {
  /** What hangs on it, of a kind. */
  attached: string;
}

export interface OwnedStepSource {
  /** What it owns, of a kind. */
  owned: string;
}

export interface ReferrersStepSource {
  /** Whose reference leads to it. */
  referrers: string;
  /** Of that kind. */
  kind: string;
}

export interface ListedStepSource {
  /** The objects of its list, in that order. For example `trade`. */
  listed: string;
}

export interface LinkedStepSource {
  /** The other ends of its edges in a network. */
  linked: string;
}

export interface ListingStepSource {
  /** The objects whose list has it. For example `trade`. */
  listing: string;
}

export interface SquareStepSource {
  /** The objects of a grid around it, column by column. */
  square: string;
  /** So many columns and rows away at most. For example `1`. */
  distance: number;
}

export interface OfKindStepSource {
  /** Keeps those of a kind. */
  ofKind: string;
}

export interface HavingStepSource {
  /** Keeps those of which a boolean property is true. For example `inhabited`. */
  having: string;
}

export interface NamedExpressionSource {
  /** The kinds that it is asked of. */
  of: string | readonly string[];
  /** A condition or a number over `self`. For example `self.population > 3`. */
  is: ExpressionSource;
}

export type FlowSource =
  | ConstantFlowSource
  | LimitedFlowSource
  | DecayFlowSource
  | ConvertFlowSource
  | ConvertPercentFlowSource
  | InhibitedGrowthFlowSource
  | SpreadFlowSource
  | DiffuseFlowSource
  | GatherFlowSource;

export interface ConstantFlowSource extends EveryFlowSource {
  /** The property that flows; of whole numbers. */
  constant: string;
  /** What is added, over `self`, the receiver. For example `self.size`. */
  amount: ExpressionSource;
}

interface EveryFlowSource {
  /** What explain and errors call it. Default: its carrier and property. For example `unrest`. */
  name?: string | undefined;
  /** The objects that bring it about. */
  carrier: string | EveryFlowCarrierSource;
  /** Whose properties change. Default: the carrier's own. */
  receivers?: string | undefined;
  /** A condition over `self`, the receiver. Default: always. For example `self.inhabited`. */
  active?: ExpressionSource | undefined;
}

export interface EveryFlowCarrierSource {
  /** Their kind. */
  kind: string;
  /** A condition over `self`. Default: all of the kind. For example `self.inhabited`. */
  where?: ExpressionSource | undefined;
  /** How many times each carries it, over `self`. Default 1. For example `self.level`. */
  times?: ExpressionSource | undefined;
}

export interface LimitedFlowSource extends EveryFlowSource {
  /** The property that flows; of whole numbers. */
  limited: string;
  /** What is added. For example `2`. */
  amount: number;
  /** Up to this. For example `100`. */
  limit: number;
}

export interface DecayFlowSource extends PercentFlowSource, EveryFlowSource {
  /** The property that flows; of whole numbers. */
  decay: string;
  /** What is left alone. Default 0. */
  floor?: number | undefined;
  /** How values below 0 are corrected. Default mirrored. */
  negative?: 'mirrored' | 'plain' | undefined;
}

interface PercentFlowSource {
  /** In hundredths. For example `10`. */
  percent: number;
}

export interface ConvertFlowSource extends EveryFlowSource {
  /** The property that flows; of whole numbers. */
  convert: string;
  /** The property that flows; of whole numbers. */
  to: string;
  /** What one loses and the other gains. For example `2`. */
  amount: number;
}

export interface ConvertPercentFlowSource extends PercentFlowSource, EveryFlowSource {
  /** The property that flows; of whole numbers. */
  convertPercent: string;
  /** The property that flows; of whole numbers. */
  to: string;
  /** What is left alone. Default 0. */
  floor?: number | undefined;
  /** By what it is corrected. Default others. */
  correction?: 'others' | 'rest' | undefined;
}

export interface InhibitedGrowthFlowSource extends EveryFlowSource {
  /** The property that flows; of whole numbers. */
  inhibitedGrowth: string;
  /** The property that flows; of whole numbers. */
  inhibitor: string;
  /** In hundredths, unless `divisor` is 1. For example `10`. */
  growth: number;
  /** In hundredths, unless `divisor` is 1. For example `10`. */
  inhibition: number;
  /** What growth and inhibition are divided by. Default 100. */
  divisor?: 1 | 100 | undefined;
}

export interface SpreadFlowSource extends PercentFlowSource, PropagatedFlowSource, EveryFlowSource {
  /** The property that flows; of whole numbers. */
  spread: string;
}

interface PropagatedFlowSource {
  /** Where it flows to, from each receiver. */
  targets: string | readonly string[];
  /** A condition over `self`, a target. Default: all. For example `self.inhabited`. */
  where?: ExpressionSource | undefined;
  /** Whether the receiver may be among its own targets. Default false. */
  itself?: boolean | undefined;
}

export interface DiffuseFlowSource extends PercentFlowSource, PropagatedFlowSource, EveryFlowSource {
  /** The property that flows; of whole numbers. */
  diffuse: string;
}

export interface GatherFlowSource extends PropagatedFlowSource, EveryFlowSource {
  /** The property that flows; of whole numbers. */
  gather: string;
  /** From each target. For example `2`. */
  amount: number;
  /** What comes of targets below 0. Default nothing. */
  negative?: 'nothing' | 'taken' | undefined;
}

export interface TriggerSource {
  /** Unique. For example `alarm`. */
  name: string;
  /**
   * All must hold. Without `self`: objects by the names of their roles, and aggregates. For example `capital.walls
   * < 10`.
   */
  when: ConditionsSource;
  /** Looked at only in turns that this divides. Default 1. */
  every?: number | undefined;
  /**
   * Fires in each sweep in which it is true, or at the end of each turn in which it has become true. Default sweep.
   */
  looks?: 'sweep' | 'rise' | undefined;
  /** Stays armed when it fires. Default false. */
  persistent?: boolean | undefined;
  /** Not armed at first. Default false. */
  disarmed?: boolean | undefined;
  /** The object that its actions have for their source. Default nobody. For example `hero`. */
  subject?: ExpressionSource | undefined;
  /** The object that its actions have for their target. Default: the subject. For example `capital`. */
  direct?: ExpressionSource | undefined;
  /** What happens, in this order. */
  do: readonly ActionSource[];
}

export type ActionSource =
  | DelayActionSource
  | CheckActionSource
  | ArmActionSource
  | DisarmActionSource
  | TellActionSource
  | DoActionSource
  | MeterActionSource
  | PropertyActionSource
  | StockpileActionSource
  | StepActionSource
  | CreateActionSource
  | DestroyActionSource
  | AvailableActionSource
  | HoldActionSource
  | GiveActionSource
  | MoveActionSource
  | PutActionSource
  | ForwardActionSource
  | BindActionSource
  | BecomeActionSource
  | RaiseActionSource
  | PointActionSource
  | NegateActionSource
  | AdjustActionSource
  | RetargetActionSource
  | AddActionSource
  | PayActionSource;

export interface DelayActionSource extends EveryActionSource {
  /** The rest goes on so many turns later. For example `3`. */
  delay: number;
}

interface EveryActionSource {
  /** Passed over unless all hold, over `source` and `target`. Default: always done. */
  if?: ConditionsSource | undefined;
  /** The object that is its source, instead of the list's; null: nobody. */
  subject?: ExpressionSource | undefined;
  /** The object that is its target, instead of the list's; null: the subject. */
  direct?: ExpressionSource | undefined;
  /** The two change places, after `if`. Default false. */
  swap?: boolean | undefined;
}

export interface CheckActionSource extends EveryActionSource {
  /** Looks at all triggers now, before the list goes on. */
  check: true;
}

export interface ArmActionSource extends EveryActionSource {
  /** Triggers that are armed. */
  arm: string | readonly string[];
  /** Triggers that are disarmed, after that. */
  disarm?: string | readonly string[] | undefined;
}

export interface DisarmActionSource extends EveryActionSource {
  /** Triggers that are disarmed. */
  disarm: string | readonly string[];
}

export interface TellActionSource extends EveryActionSource {
  /** The message to the host. For example `The beacon burns`. */
  tell: string;
  /** Numbers, conditions and objects that the message carries. */
  values?: Record<string, ExpressionSource> | undefined;
}

export interface DoActionSource extends EveryActionSource {
  /** Actions, in this order, with the source and target of this one. */
  do: readonly ActionSource[];
  /** The same where `if` does not hold. */
  else?: readonly ActionSource[] | undefined;
}

export interface MeterActionSource extends AmountSource, EveryEffectSource, EveryActionSource {
  /** The meter to write. */
  meter: string;
}

interface EveryEffectSource {
  /**
   * Fires on each object in scope (target), once on the source, once on each empire that the scope stands for, or
   * for each object in scope on the object that an expression over `source` and `target` names.
   */
  on?: 'target' | 'source' | 'empires' | ExpressionSource | undefined;
  /** What explain prints. Default: the label of the group. */
  label?: string | undefined;
}

export interface PropertyActionSource extends AmountSource, EveryEffectSource, EveryActionSource {
  /** The property to write. For example `minerals`. */
  property: string;
}

export interface StockpileActionSource extends AmountSource, EveryEffectSource, EveryActionSource {
  /** The property of empires to write. For example `gold`. */
  stockpile: string;
}

export interface StepActionSource extends EveryEffectSource, EveryActionSource {
  /** The ordered property to move. */
  step: string;
  /** Places along the order. Default 1. For example `-1`. */
  by?: ExpressionSource | undefined;
}

export interface CreateActionSource extends EveryEffectSource, EveryActionSource {
  /** The class to create an object of. */
  create: ExpressionSource;
  /** How many. Default 1. */
  count?: ExpressionSource | undefined;
  /** First values, over those of the class. */
  initial?: Record<string, ExpressionSource> | undefined;
}

export interface DestroyActionSource extends EveryEffectSource, EveryActionSource {
  /** Destroys it. */
  destroy: true;
}

export interface AvailableActionSource extends EveryEffectSource, EveryActionSource {
  /** The class. */
  available: ExpressionSource;
  /** Whether it is to be available. Default true. */
  to?: ExpressionSource | undefined;
}

export interface HoldActionSource extends EveryEffectSource, EveryActionSource {
  /** The word. For example `iron`. */
  hold: ExpressionSource;
  /** The set. For example `techs`. */
  in: string;
  /** Whether it is to be in the set. Default true. */
  to?: ExpressionSource | undefined;
}

export interface GiveActionSource extends EveryEffectSource, EveryActionSource {
  /** The new owner, or null. */
  give: ExpressionSource;
}

export interface MoveActionSource extends EveryEffectSource, EveryActionSource {
  /** The object whose place it takes. For example `source.home`. */
  move: ExpressionSource;
}

export interface PutActionSource extends EveryEffectSource, EveryActionSource {
  /** The point that it is put at; in a space it stays inside. */
  put: PutActionPutSource;
}

export interface PutActionPutSource {
  /** Where, over `source` and `target`. For example `x(target) + 1`. */
  x: ExpressionSource;
  /** Where, over `source` and `target`. For example `y(target)`. */
  y: ExpressionSource;
}

export interface ForwardActionSource extends EveryEffectSource, EveryActionSource {
  /** How far it goes. For example `1`. */
  forward: ExpressionSource;
  /** In which direction: an angle in radians from the direction of x. For example `target.course`. */
  heading: ExpressionSource;
}

export interface BindActionSource extends EveryEffectSource, EveryActionSource {
  /** The role. */
  bind: string;
  /** The object that has it from now on, or null for nobody. For example `target`. */
  to: ExpressionSource;
}

export interface BecomeActionSource extends EveryEffectSource, EveryActionSource {
  /** The class that it is of from now on; one of its kind. */
  become: ExpressionSource;
  /** What becomes again what it is at first in an object of that class. Default none. */
  renew?: readonly string[] | undefined;
}

export interface RaiseActionSource extends FieldValuesSource, EveryActionSource {
  /** What occurs, with all that answers it; those of a list simultaneously. For example `attack`. */
  raise: RaiseSource;
}

interface FieldValuesSource {
  /** By field; what is left out is absent. */
  values?: Record<string, ExpressionSource> | undefined;
}

export type RaiseSource = string | readonly RaiseMapSource[];

export interface RaiseMapSource extends FieldValuesSource {
  /** Which occurrence. */
  type: string;
}

export interface PointActionSource extends FieldValuesSource, EveryActionSource {
  /** What need not happen at this point of time. */
  point: string;
  /** Which abilities are asked. Default after. */
  at?: 'before' | 'when' | 'after' | undefined;
}

export interface NegateActionSource extends EveryActionSource {
  /** What is answered does not happen. */
  negate: true;
}

export interface AdjustActionSource extends EveryActionSource {
  /** What is added to the amount of what is answered. For example `-1`. */
  adjust: ExpressionSource;
}

export interface RetargetActionSource extends EveryActionSource {
  /** The new target of what is answered. For example `source`. */
  retarget: ExpressionSource;
}

export interface AddActionSource extends EveryActionSource {
  /** An ability that is created. */
  add: string;
  /** Whose it is. Default: whose the running one is. For example `target`. */
  self?: ExpressionSource | undefined;
  /** Who controls it. Default: who controls the running one. */
  controller?: ExpressionSource | undefined;
}

export interface PayActionSource extends FieldValuesSource, EveryActionSource {
  /** What sources of the payment answer; its player pays its amount. For example `cost`. */
  pay: string;
  /** What occurs when it is paid, by the same player. For example `bought`. */
  paid?: string | undefined;
}

export interface TimingSource {
  /** The kind of those who decide; they take turns by ascending id. For example `side`. */
  players?: string | undefined;
  /** Words of `step`, the part of the turn that is under way. */
  steps?: readonly string[] | undefined;
  /** A condition without `self`: play is over. For example `objects(side).count(each.health > 0) < 2`. */
  over?: ExpressionSource | undefined;
  /** What rules of timing leave open. */
  policy?: TimingPolicySource | undefined;
}

export interface TimingPolicySource {
  /** What occurs at once is answered together, or one after the other. Default merged. */
  grouping?: 'merged' | 'perOccurrence' | undefined;
  /** An ability that is born in a step may answer in it. Default true. */
  bornInStep?: boolean | undefined;
  /** A reaction may bring an amount to nothing. Default false. */
  reactionToZero?: boolean | undefined;
  /** A decision that comes again with everything as it was: nothing is taken, or an error. Default break. */
  optionalLoop?: 'break' | 'error' | undefined;
  /** Nested occurrences. Default 256. */
  depth?: number | undefined;
}

export interface OccurrenceSource {
  /** A kind, object, number, boolean, kind, class, step or an enumeration each. */
  fields?: Record<string, string> | undefined;
  /** The field of the object that it is about. Default subject. */
  subject?: string | undefined;
  /** The field of the player who does it. Default player. */
  player?: string | undefined;
  /** The field of where it leads. Default target. */
  target?: string | undefined;
  /** The field of how much: at 0 nothing happens. Default amount. */
  amount?: string | undefined;
  /** It fails where not all are true of `occurrence`. For example `occurrence.amount > 0`. */
  possible?: ConditionsSource | undefined;
  /** A turn or step begins or ends. */
  change?: OccurrenceChangeSource | undefined;
  /** What it does, from its player to its subject. */
  do?: readonly ActionSource[] | undefined;
}

export type OccurrenceChangeSource =
  | TurnBeginsOccurrenceChangeSource
  | TurnEndsOccurrenceChangeSource
  | StepBeginsOccurrenceChangeSource
  | StepEndsOccurrenceChangeSource;

export interface TurnBeginsOccurrenceChangeSource {
  /** The player whose turn begins. */
  turnBegins: string;
}

export interface TurnEndsOccurrenceChangeSource {
  /** The player who takes the next turn. */
  turnEnds: string;
}

export interface StepBeginsOccurrenceChangeSource {
  /** The step. */
  stepBegins: string;
}

export interface StepEndsOccurrenceChangeSource {
  /** The step. */
  stepEnds: string;
}

export interface AbilitySource {
  /** Unique. For example `intercede`. */
  name: string;
  /** The first three come first, reactions last. */
  class: 'negate' | 'prevent' | 'substitute' | 'trait' | 'delayed' | 'rulebook' | 'reduction' | 'reaction';
  /** Who has it: the world once, objects, or whom `add` gives it. Default world. */
  carrier?: AbilityCarrierSource | undefined;
  /** Answers only what is about its object. Default false. */
  own?: boolean | undefined;
  /**
   * Default: before of what negates, prevents, substitutes or reduces, when of what is delayed or yields, else
   * after.
   */
  at?: 'before' | 'when' | 'after' | undefined;
  /** What it answers. For example `attack`. */
  on: ListeningSource | readonly ListeningSource[];
  /** All must hold of `occurrence`. Default: always. For example `occurrence.amount > 2`. */
  where?: ConditionsSource | undefined;
  /** All must hold, over `self` and `occurrence`. Default: always. For example `self.health > 1`. */
  if?: ConditionsSource | undefined;
  /** It is there only while all hold of `self`. Default: always. For example `self.health > 0`. */
  live?: ConditionsSource | undefined;
  /** Who takes or chooses it, over `self`. Default: the owner of `self`, if a player. For example `self.owner`. */
  controller?: ExpressionSource | undefined;
  /** It is gone once it has started. Default false. */
  next?: boolean | undefined;
  /** When it is gone at the latest. Default: turn with `next` or of what is delayed, else game. */
  until?: 'turn' | 'game' | undefined;
  /** Answers only the first of a turn. Default false. */
  first?: boolean | undefined;
  /** Its controller is asked. Default false. */
  optional?: boolean | undefined;
  /** Of what substitutes. */
  into?: AbilityIntoSource | undefined;
  /** How much it gives toward a payment. For example `self.gold`. */
  yields?: ExpressionSource | undefined;
  /** What it does, from `self` to the subject of what it answers. */
  do?: readonly ActionSource[] | undefined;
}

export type AbilityCarrierSource = 'world' | 'created' | ClassAbilityCarrierSource | KindAbilityCarrierSource;

export interface ClassAbilityCarrierSource {
  /** Objects of these classes. */
  class: string | readonly string[];
}

export interface KindAbilityCarrierSource {
  /** Objects of this kind. */
  kind: string;
}

export type ListeningSource =
  | string
  | TypeListeningSource
  | GainsListeningSource
  | LosesListeningSource
  | CrossesListeningSource
  | CreatesListeningSource
  | DestroysListeningSource
  | GivesListeningSource
  | MovesListeningSource
  | PhaseListeningSource;

export interface TypeListeningSource extends EveryListeningSource {
  /** An occurrence. */
  type: string;
}

interface EveryListeningSource {
  /** All must hold. For example `occurrence.amount > 2`. */
  where?: ConditionsSource | undefined;
}

export interface GainsListeningSource extends EveryListeningSource {
  /** It rises. */
  gains: string;
}

export interface LosesListeningSource extends EveryListeningSource {
  /** It falls. */
  loses: string;
}

export interface CrossesListeningSource extends EveryListeningSource {
  /** It comes to a value. */
  crosses: CrossesListeningCrossesSource;
}

export interface CrossesListeningCrossesSource {
  /** Which. */
  meter: string;
  /** The number that it comes up or down to. For example `0`. */
  value: ExpressionSource;
  /** Where it comes from below or above. Default up. */
  direction?: 'up' | 'down' | undefined;
}

export interface CreatesListeningSource extends EveryListeningSource {
  /** Objects of this kind are created. */
  creates: string;
}

export interface DestroysListeningSource extends EveryListeningSource {
  /** One is destroyed. */
  destroys: string;
}

export interface GivesListeningSource extends EveryListeningSource {
  /** One gets an owner. */
  gives: string;
}

export interface MovesListeningSource extends EveryListeningSource {
  /** One is moved. */
  moves: string;
}

export interface PhaseListeningSource extends EveryListeningSource {
  /** Of the turn. For example `growth`. */
  phase: string;
}

export interface AbilityIntoSource extends FieldValuesSource {
  /** What occurs instead. */
  type: string;
}

export interface ContinuousSource {
  /** Unique. */
  name: string;
  /** Who has it. */
  carrier: ContinuousCarrierSource;
  /** It holds while all hold of `self`. For example `self.population > 9`. */
  while: ConditionsSource;
  /** What is done when it begins. */
  begin?: readonly ActionSource[] | undefined;
  /** What is done when it ends. */
  end?: readonly ActionSource[] | undefined;
}

export type ContinuousCarrierSource = ClassAbilityCarrierSource | KindAbilityCarrierSource;

export interface EnvironmentSource {
  /** What it is called. For example `duel`. */
  name: string;
  /** The objects that act. */
  agents: EnvironmentAgentsSource;
  /** Objects that there is room for. For example `1023`. */
  capacity: number;
  /** After so many an episode is cut off. Default: never. For example `100`. */
  turns?: number | undefined;
  /** Different worlds that episodes begin in. Default 1. */
  maps?: number | undefined;
  /** What agents see, in this order. */
  observation: Record<string, BlockSource>;
  /** What agents can order, in this order. */
  actions: Record<string, OrderSource>;
  /** A number over `agent`, after each turn. For example `agent.gold`. */
  reward: ExpressionSource | EnvironmentRewardSource;
  /** An agent goes on only while all hold of `agent`. For example `agent.planets > 0`. */
  lives?: ConditionsSource | undefined;
  /** The episode is over when all hold; of the world as a whole. For example `objects(side).count(each.alive) < 2`. */
  terminated?: ConditionsSource | undefined;
}

export interface EnvironmentAgentsSource {
  /** Their kind. For example `side`. */
  of: string;
  /** How many there are. For example `2`. */
  count: number;
  /** All must hold of `self`. Default: all of the kind. For example `self.playing`. */
  where?: ConditionsSource | undefined;
}

export interface BlockSource extends SlottedSource {
  /** Numbers and conditions over `agent` and `self`. */
  values: Record<string, ExpressionSource>;
}

interface SlottedSource {
  /** The kind of the objects that are in the slots. Default: it is about the agent itself. */
  of?: string | undefined;
  /** How many there is room for. For example `8`. */
  slots?: number | undefined;
  /** All must hold, over `agent` and `self`. Default: all of the kind. For example `self.owner == agent`. */
  where?: ConditionsSource | undefined;
  /**
   * A number over `agent` and `self`, the smallest first. Default: by ascending id. For example `-self.population`.
   */
  order?: ExpressionSource | undefined;
}

export interface OrderSource extends SlottedSource {
  /** What the choice is written to for a turn. For example `newFocus`. */
  property: string;
  /** Words, or objects of a kind. Default: all words. */
  choices?: readonly string[] | OrderChoicesSource | undefined;
  /** All must hold, over `agent`, `self` and `choice`. Default: always. For example `choice != self.focus`. */
  allowed?: ConditionsSource | undefined;
  /**
   * A number over `agent`, `self` and `choice`, of objects over `self` and `choice`: what scripted opponents take
   * the greatest of, above 0. For example `self.population`.
   */
  prefer?: ExpressionSource | undefined;
}

export interface OrderChoicesSource {
  /** The kind of the objects that can be chosen. */
  of: string;
  /** How many of them at most, by ascending id. For example `8`. */
  slots: number;
  /** All must hold, over `self` and `choice`. Default: all of the kind. For example `choice != self`. */
  where?: ConditionsSource | undefined;
}

export interface EnvironmentRewardSource {
  /** How much it changes in a turn. For example `agent.gold`. */
  change: ExpressionSource;
}

export interface ClassSource {
  /** The kind of its objects. For example `building`. */
  kind: string;
  /** Whole turns after the turn of creation that an object lives; 0: for ever. Default 0. */
  duration?: number | undefined;
  /** Not shown to players. Default false. */
  invisible?: boolean | undefined;
  /** First values of meters and properties, over their defaults, and first words of sets. */
  initial?: Record<string, number | boolean | string | null | readonly string[]> | undefined;
  /** Groups of effects that its objects carry. */
  groups?: readonly GroupSource[] | undefined;
  /** Sets of objects that its objects are in; `others` of modifiers names them. */
  tags?: readonly string[] | undefined;
  /** Modifiers of variables that its objects carry. */
  modifiers?: readonly ModifierSource[] | undefined;
  /** What is so of its objects or not; these stand instead of those of their kind. */
  flags?: Record<string, ExpressionSource> | undefined;
  /** Mixins whose groups come before its own, in this order. */
  mixins?: readonly string[] | undefined;
  /** What must be true for it to be had, of a faction unless `of` says of what. For example `bronze in self.techs`. */
  requires?: ExpressionSource | readonly ExpressionSource[] | ClassRequiresSource | undefined;
}

export interface GroupSource {
  /** Default: its number in the class, from 1. For example `harvest`. */
  name?: string | undefined;
  /** What explain prints. Default: the name. */
  label?: string | undefined;
  /** Lower first. Default 100. */
  priority?: number | undefined;
  /**
   * How its sources run: by id, in a new random order each turn, or all on the state before the rule. Default
   * sequential.
   */
  order?: 'sequential' | 'random' | 'simultaneous' | undefined;
  /** All must hold of the source. For example `source.level > 1`. */
  activation?: ConditionsSource | undefined;
  /** Which objects the effects fire on. Default none. */
  scope?: GroupScopeSource | undefined;
  /** What happens, in this order. */
  effects: readonly EffectSource[];
}

export interface GroupScopeSource {
  /** An object that meets one of them is in scope. For example `owned(source, planet)`. */
  include?: ConditionsSource | undefined;
  /** An object that meets one of them is not. For example `target == source`. */
  exclude?: ConditionsSource | undefined;
}

export type EffectSource =
  | MeterEffectSource
  | PropertyEffectSource
  | StockpileEffectSource
  | StepEffectSource
  | CreateEffectSource
  | DestroyEffectSource
  | AvailableEffectSource
  | HoldEffectSource
  | GiveEffectSource
  | MoveEffectSource
  | PutEffectSource
  | ForwardEffectSource
  | BindEffectSource
  | BecomeEffectSource
  | RaiseEffectSource
  | DoEffectSource;

export interface MeterEffectSource extends AmountSource, EveryEffectSource, EveryGroupEffectSource {
  /** The meter to write. */
  meter: string;
}

interface EveryGroupEffectSource {
  /** Of all effects with this number only one counts on an object in a turn; 0: always. Default 0. */
  stacking?: number | undefined;
  /** Fires only where all hold, over `source` and `target`. Default: always. For example `source.level > 1`. */
  if?: ConditionsSource | undefined;
}

export interface PropertyEffectSource extends AmountSource, EveryEffectSource, EveryGroupEffectSource {
  /** The property to write. For example `minerals`. */
  property: string;
}

export interface StockpileEffectSource extends AmountSource, EveryEffectSource, EveryGroupEffectSource {
  /** The property of empires to write. For example `gold`. */
  stockpile: string;
}

export interface StepEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The ordered property to move. */
  step: string;
  /** Places along the order. Default 1. For example `-1`. */
  by?: ExpressionSource | undefined;
}

export interface CreateEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The class to create an object of. */
  create: ExpressionSource;
  /** How many. Default 1. */
  count?: ExpressionSource | undefined;
  /** First values, over those of the class. */
  initial?: Record<string, ExpressionSource> | undefined;
}

export interface DestroyEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** Destroys it. */
  destroy: true;
}

export interface AvailableEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The class. */
  available: ExpressionSource;
  /** Whether it is to be available. Default true. */
  to?: ExpressionSource | undefined;
}

export interface HoldEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The word. For example `iron`. */
  hold: ExpressionSource;
  /** The set. For example `techs`. */
  in: string;
  /** Whether it is to be in the set. Default true. */
  to?: ExpressionSource | undefined;
}

export interface GiveEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The new owner, or null. */
  give: ExpressionSource;
}

export interface MoveEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The object whose place it takes. For example `source.home`. */
  move: ExpressionSource;
}

export interface PutEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The point that it is put at; in a space it stays inside. */
  put: PutEffectPutSource;
}

export interface PutEffectPutSource {
  /** Where, over `source` and `target`. For example `x(target) + 1`. */
  x: ExpressionSource;
  /** Where, over `source` and `target`. For example `y(target)`. */
  y: ExpressionSource;
}

export interface ForwardEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** How far it goes. For example `1`. */
  forward: ExpressionSource;
  /** In which direction: an angle in radians from the direction of x. For example `target.course`. */
  heading: ExpressionSource;
}

export interface BindEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The role. */
  bind: string;
  /** The object that has it from now on, or null for nobody. For example `target`. */
  to: ExpressionSource;
}

export interface BecomeEffectSource extends EveryEffectSource, EveryGroupEffectSource {
  /** The class that it is of from now on; one of its kind. */
  become: ExpressionSource;
  /** What becomes again what it is at first in an object of that class. Default none. */
  renew?: readonly string[] | undefined;
}

export interface RaiseEffectSource extends FieldValuesSource, EveryEffectSource, EveryGroupEffectSource {
  /** What occurs, with all that answers it; those of a list simultaneously. For example `attack`. */
  raise: RaiseSource;
}

export interface DoEffectSource {
  /** Effects, in this order, on the objects for which the conditions hold. */
  do: readonly EffectSource[];
  /**
   * Over `source` and `target`, for each object in scope, before any effect of the lists fires. Default: always.
   * For example `source.energy < 0`.
   */
  if?: ConditionsSource | undefined;
  /** Effects on the other objects in scope, after those of `do`. */
  else?: readonly EffectSource[] | undefined;
}

export interface ClassRequiresSource {
  /** What must be true, a condition or a list of them. For example `bronze in self.techs`. */
  all: ConditionsSource;
  /** The kinds that it is asked of. Default: those that are factions. For example `side`. */
  of?: string | readonly string[] | undefined;
}

export interface MixinSource {
  /** Groups of effects that objects of its classes carry. */
  groups?: readonly GroupSource[] | undefined;
  /** First values of meters, properties and sets, under those of its classes. */
  initial?: Record<string, number | boolean | string | null | readonly string[]> | undefined;
  /** Tags of its classes. */
  tags?: readonly string[] | undefined;
}

export interface BudgetSource {
  /** The most objects of each kind or class, and edges of each network, for which `edict check` bounds the work. */
  world: Record<string, number>;
  /** What all rules together may count in a turn. */
  turn?: BudgetTurnSource | undefined;
  /** What each rule may count in a turn, judged by `edict check` alone. */
  rule?: BudgetTurnSource | undefined;
}

export interface BudgetTurnSource {
  /** Objects that scopes test. For example `1000000`. */
  tests?: number | undefined;
  /** Objects that aggregates visit, judged by `edict check` alone. For example `1000000`. */
  visits?: number | undefined;
  /** Effects that fire, once for each object. For example `100000`. */
  effects?: number | undefined;
  /** Objects that rules create. For example `1000`. */
  created?: number | undefined;
}

export type StartStepSource =
  | CreateStartStepSource
  | KindStartStepSource
  | GridStartStepSource
  | RepeatStartStepSource
  | CsvStartStepSource
  | ArrowStartStepSource
  | EdgesStartStepSource;

export interface CreateStartStepSource extends PlacedStartSource {
  /** Creates objects of a class. */
  create: string;
  /** How many. Default 1, or with `among` one for each. For example `100`. */
  count?: ExpressionSource | undefined;
}

interface PlacedStartSource {
  /** The object at whose place each of them is, over `self` and `index`. For example `objects(plot).first()`. */
  in?: ExpressionSource | undefined;
  /** Their coordinates. */
  at?: PlacedStartAtSource | undefined;
  /** Objects at whose places they are, at most one each: drawn, or without `count` one at each. */
  among?: string | PlacedStartAmongSource | undefined;
  /** The faction that owns each of them, over `self` and `index`. Default nobody. */
  owner?: ExpressionSource | undefined;
  /** By meter or property, over `self` and `index`, in this order; each for all objects before the next. */
  values?: Record<string, ExpressionSource> | undefined;
}

export interface PlacedStartAtSource {
  /** Over `self` and `index`. For example `10 * random()`. */
  x: ExpressionSource;
  /** Over `self` and `index`. For example `10 * random()`. */
  y: ExpressionSource;
}

export interface PlacedStartAmongSource {
  /** Their kind. */
  kind: string;
  /** A condition over `self`, one of them. Default: all of the kind. For example `self.dry`. */
  where?: ExpressionSource | undefined;
}

export interface KindStartStepSource extends PlacedStartSource {
  /** Creates objects of a kind, without a class. */
  kind: string;
  /** How many. Default 1, or with `among` one for each. For example `100`. */
  count?: ExpressionSource | undefined;
}

export interface GridStartStepSource {
  /** Sets values of the objects on a grid. */
  grid: string;
  /** By meter or property, over `self` and `index`, in this order; each for all objects before the next. */
  values?: Record<string, ExpressionSource> | undefined;
}

export interface RepeatStartStepSource {
  /** Runs other steps so many times. For example `4`. */
  repeat: ExpressionSource;
  /** The steps, in this order. */
  do: readonly StartStepSource[];
}

export interface CsvStartStepSource extends TableStartSource, PlacedStartSource {
  /** Creates an object for each line of a CSV file. */
  csv: string;
}

interface TableStartSource {
  /** Their class. */
  class?: string | undefined;
  /** Their kind, where they have no class. */
  kind?: string | undefined;
  /** Which column gives which meter or property; an empty cell leaves its first value. */
  columns: Record<string, string>;
}

export interface ArrowStartStepSource extends TableStartSource, PlacedStartSource {
  /** Creates an object for each row of an Arrow file. */
  arrow: string;
}

export interface EdgesStartStepSource {
  /** Adds edges to a network. */
  edges: string;
  /** How many edges between random nodes. For example `5000`. */
  random?: ExpressionSource | undefined;
  /** Edges of a small world, after Watts and Strogatz. */
  smallWorld?: EdgesStartStepSmallWorldSource | undefined;
  /** Edges in proportion to those that are there, after Barabási and Albert. */
  scaleFree?: EdgesStartStepScaleFreeSource | undefined;
  /** A CSV or Arrow file with two columns of numbers of nodes, from 0. */
  file?: string | undefined;
  /** The column of the first ends. Default `from`. For example `source`. */
  from?: string | undefined;
  /** The column of the second ends. Default `to`. For example `target`. */
  to?: string | undefined;
}

export interface EdgesStartStepSmallWorldSource {
  /** To how many nodes next to it on a ring each node is joined first. For example `4`. */
  neighbours: ExpressionSource;
  /** Probability that an edge gets another second end. For example `0.1`. */
  rewire: ExpressionSource;
}

export interface EdgesStartStepScaleFreeSource {
  /** To how many earlier nodes each node is joined. For example `3`. */
  each: ExpressionSource;
}
