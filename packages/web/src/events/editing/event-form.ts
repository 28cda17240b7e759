import { EventFields, type EventView } from '@folkmoot/contract/events/schema.ts';
import { epochs, lastDay, toWall, type WallTimes, wholeDays } from '@folkmoot/contract/events/times-rules.ts';

/** The form's values: the fields of an event, with times as the clock of its zone shows them. Empty if unknown. */
export type EventValues = Omit<EventFields, 'start_epoc' | 'end_epoc' | 'attend_type_details' | 'passcode'> & {
  startDate: string;
  startTime: string;
  /** The last day itself if the event is of whole days. */
  endDate: string;
  endTime: string;
  virtual_address: string;
  in_person_address: string;
  /** Undefined leaves it unchanged. It is never sent back. */
  passcode: string | null | undefined;
};

export type ValueKey = keyof EventValues;

/** The reported errors, by the contract's paths, such as `attend_type_details.virtual_address`. */
export type EventErrors = Readonly<Record<string, string | undefined>>;

export type FormProps = {
  values: EventValues;
  set: (change: Partial<EventValues>) => void;
  errors: EventErrors;
  /** As the server has it, once it does. */
  event: EventView | undefined;
};

/** An empty event. */
export function blankValues(timeZone: string, serverId: string | null): EventValues {
  return {
    name: '',
    summary: '',
    description: '',
    type: 'internal',
    event_url: '',
    serverId,
    visibility: 'public',
    startDate: '',
    startTime: '',
    endDate: '',
    endTime: '',
    time_zone: timeZone,
    is_all_day: false,
    tbdDate: false,
    tbdLocation: false,
    attend_type: 'in_person',
    virtual_address: '',
    in_person_address: '',
    location: null,
    cover: null,
    coverCredit: null,
    tint: null,
    capacity: null,
    require_approval: false,
    waitlist: true,
    showGuests: true,
    registration_opens_epoc: null,
    registration_closes_epoc: null,
    alias: '',
    passcode: undefined,
  };
}

/** An event as the form shows it. */
export function valuesOf(event: EventView): EventValues {
  const { start_epoc: start, end_epoc: end, time_zone, is_all_day, attend_type_details: details } = event;
  const from = start === null ? { date: '', time: '' } : toWall(start, time_zone);
  const to = end === null ? { date: '', time: '' } : toWall(end, time_zone);
  return {
    ...pickShared(event),
    serverId: event.server?.id ?? null,
    tint: event.tintChosen ? event.tint : null,
    startDate: from.date,
    startTime: from.time,
    endDate: end !== null && is_all_day ? lastDay({ end_epoc: end }, time_zone) : to.date,
    endTime: to.time,
    virtual_address: details.virtual_address,
    in_person_address: details.in_person_address,
    passcode: undefined,
  };
}

const SHARED = [
  ...(['name', 'summary', 'description', 'type', 'event_url', 'visibility', 'time_zone', 'is_all_day'] as const),
  ...(['tbdDate', 'tbdLocation', 'attend_type', 'location', 'cover', 'coverCredit', 'capacity', 'alias'] as const),
  ...(['require_approval', 'waitlist', 'showGuests', 'registration_opens_epoc', 'registration_closes_epoc'] as const),
];

function pickShared(event: EventView): Pick<EventView, (typeof SHARED)[number]> {
  return Object.fromEntries(SHARED.map((key) => [key, event[key]])) as Pick<EventView, (typeof SHARED)[number]>;
}

/** Both ends on the clock; undefined until there is a start. */
export function wallOf(values: EventValues): WallTimes | undefined {
  const { startDate, startTime, endDate, endTime, time_zone: timeZone } = values;
  if (startDate === '' || startTime === '') return undefined;
  return { startDate, startTime, endDate: endDate || startDate, endTime: endTime || startTime, timeZone };
}

/** Both ends in Unix seconds; null if unknown. */
export function instantsOf(values: EventValues): { start_epoc: number | null; end_epoc: number | null } {
  const { startDate, endDate, is_all_day, time_zone } = values;
  if (startDate === '') return { start_epoc: null, end_epoc: null };
  if (is_all_day) return wholeDays(startDate, endDate || startDate, time_zone);
  const wall = wallOf(values);
  return wall ? epochs(wall) : { start_epoc: null, end_epoc: null };
}

/** The contract's field that a value of the form belongs to; those that are written together share one. */
const FIELDS_OF: { [Key in ValueKey]?: readonly (keyof EventFields)[] } = {
  startDate: ['start_epoc', 'end_epoc', 'is_all_day', 'time_zone'],
  startTime: ['start_epoc', 'end_epoc', 'is_all_day', 'time_zone'],
  endDate: ['start_epoc', 'end_epoc', 'is_all_day', 'time_zone'],
  endTime: ['start_epoc', 'end_epoc', 'is_all_day', 'time_zone'],
  time_zone: ['start_epoc', 'end_epoc', 'is_all_day', 'time_zone'],
  is_all_day: ['start_epoc', 'end_epoc', 'is_all_day', 'time_zone'],
  virtual_address: ['attend_type_details'],
  in_person_address: ['attend_type_details'],
  cover: ['cover', 'coverCredit'],
  coverCredit: ['cover', 'coverCredit'],
};

/** Which of the contract's fields these values of the form make up. */
export function fieldsOf(keys: Iterable<ValueKey>): Set<keyof EventFields> {
  return new Set([...keys].flatMap((key) => FIELDS_OF[key] ?? [key as keyof EventFields]));
}

/** Which values of the form make up a field of the contract, such as `end_epoc`. */
export function valueKeysOf(field: string): ValueKey[] {
  const keys = (Object.keys(FIELDS_OF) as ValueKey[]).filter((key) =>
    FIELDS_OF[key]?.includes(field as keyof EventFields),
  );
  return keys.length > 0 ? keys : [field as ValueKey];
}

/** All of the contract's fields, from the current form. */
export function allFields(values: EventValues): Partial<EventFields> {
  const {
    startDate: _a,
    startTime: _b,
    endDate: _c,
    endTime: _d,
    virtual_address,
    in_person_address,
    ...rest
  } = values;
  const { passcode, alias, ...plain } = rest;
  return {
    ...plain,
    ...instantsOf(values),
    attend_type_details: { virtual_address, in_person_address },
    ...(alias === '' ? {} : { alias }),
    ...(passcode === undefined ? {} : { passcode }),
  };
}

/** These fields as they are sent, and what is wrong with those that cannot be. */
export function checked(
  values: EventValues,
  wanted: ReadonlySet<keyof EventFields>,
): { fields: Partial<EventFields>; wrong: Record<string, string> } {
  const all = allFields(values);
  const fields: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const name of wanted) {
    if (!(name in all)) continue;
    const parsed = EventFields.shape[name].safeParse(all[name]);
    if (parsed.success) fields[name] = all[name];
    else for (const issue of parsed.error.issues) wrong[[name, ...issue.path].join('.')] ??= issue.message;
  }
  return { fields: fields as Partial<EventFields>, wrong };
}
