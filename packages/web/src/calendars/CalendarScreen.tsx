import { addLabel } from '@folkmoot/contract/calendars/rules.ts';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { Button } from '@mantine/core';
import {
  IconCalendarMonth,
  IconChevronLeft,
  IconChevronRight,
  IconList,
  IconPlus,
  IconRss,
  IconSettings,
} from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../core/lazy.ts';
import { textIn, wordIn } from '../core/search-params.ts';
import { useSession } from '../core/session.tsx';
import { NO_COVER } from '../events/page/no-cover.ts';
import { firstDayOfWeek, zoneName } from '../events/times/event-times.ts';
import { useNow } from '../events/times/useNow.ts';
import { MEDIA } from '../styles/media.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { SearchInput } from '../ui/inputs/SearchInput.tsx';
import { LocalText } from '../ui/LocalText.tsx';
import { LinkButton } from '../ui/layout/links.tsx';
import { SidebarButton } from '../ui/layout/SidebarButton.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import { Agenda, DayAgenda } from './Agenda.tsx';
import { Choice } from './Choice.tsx';
import css from './calendar.module.css';
import { MonthGrid } from './MonthGrid.tsx';
import { addMonths, clockOf, dayIn, monthName, readDate, readMonth, spanOf, weeksOf } from './month.ts';
import { EVENTS_NOT_FETCHED, useCalendarLive, useMonth } from './queries.ts';
import { SubscribeButton } from './subscribing/SubscribeButton.tsx';
import { useHeight } from './useHeight.ts';
import { useShownZone } from './useShownZone.ts';

const AddEventDialog = lazyPart(() => import('./adding/AddEventDialog.tsx'), 'AddEventDialog');
const CalendarMenu = lazyPart(() => import('./CalendarMenu.tsx'), 'CalendarMenu');
const ZoneMenu = lazyPart(() => import('./ZoneMenu.tsx'), 'ZoneMenu');
const ZoneDialog = lazyPart(() => import('./ZoneDialog.tsx'), 'ZoneDialog');
const IcalDialog = lazyPart(() => import('./subscribing/IcalDialog.tsx'), 'IcalDialog');

type Search = { month?: string; day?: string; view?: 'list'; search?: string; type?: 'past' };

/** What is looked at is in the address: another person sees the same month, and Back leads to the one before. */
function useLookedAt(): [
  Search,
  (change: { [Key in keyof Search]: Search[Key] | undefined }, replace?: boolean) => void,
] {
  const raw = useLocation({ select: ({ search }) => search as Record<string, unknown> });
  const navigate = useNavigate();
  const month = readMonth(textIn(raw, 'month', 7));
  const day = readDate(textIn(raw, 'day', 10));
  const view = wordIn(raw, 'view', ['list']);
  const search = textIn(raw, 'search', 100);
  const type = wordIn(raw, 'type', ['past']);
  const there = {
    ...(month && { month }),
    ...(day && { day }),
    ...(view && { view }),
    ...(search && { search }),
    ...(type && { type }),
  };
  return [
    there,
    (change, replace = true) =>
      void navigate({
        to: '.',
        search: ((now: object) => ({ ...now, ...change })) as never,
        replace,
        resetScroll: false,
      }),
  ];
}

/** A calendar: its month beside what comes up, or a list. */
export function CalendarScreen({ calendar: given }: { calendar: CalendarView }) {
  const [looked, look] = useLookedAt();
  const session = useSession();
  // Not drawn on the server: it does not know the day on which the reader's week begins.
  const hydrated = useHydrated();
  const { shown: zone, choose: chooseZone, options: zones } = useShownZone(given.time_zone, hydrated);
  const show = useShowDialog();
  // As this reader looks at it.
  const calendar = { ...given, time_zone: zone };
  const now = useNow();
  const today = dayIn(now, zone);
  const month = looked.month ?? looked.day?.slice(0, 7) ?? today.slice(0, 7);
  const firstDay = firstDayOfWeek();
  const weeks = weeksOf(month, firstDay);
  const { search = '', type = 'upcoming' } = looked;
  const isList = looked.view === 'list' || search !== '';
  const rows = useMonth(calendar.id, spanOf(month));
  const [stop, setStop] = useState(looked.day ?? today);
  useCalendarLive(calendar.id);
  usePageTitle(calendar.name);
  const goTo = (to: string | undefined) =>
    look({ month: to === today.slice(0, 7) ? undefined : to, day: undefined }, false);
  const focusDay = (day: string) => {
    setStop(day);
    if (day.slice(0, 7) !== month) look({ month: day.slice(0, 7), day: undefined });
  };
  const shown = weeks.flat();
  const [grid, height] = useHeight();
  const aside = useRef<HTMLElement>(null);
  const zoneShown = zoneName(zone, Date.parse(`${month}-15`));
  const data = rows.data?.data ?? [];
  return (
    <div className={css.screen} data-visitor={session.status !== 'signedIn' || undefined}>
      <CalendarHead calendar={calendar} signedIn={session.status === 'signedIn'} />
      <div className={css.columns} data-list={isList || undefined}>
        <div className={css.main}>
          <div className={css.tools}>
            {!isList && (
              <>
                <div className={css.month} aria-live="polite">
                  <LocalText as="h2">{monthName(month)}</LocalText>
                </div>
                <Button
                  size="sm"
                  px={8}
                  variant="default"
                  aria-label="Previous month"
                  onClick={() => goTo(addMonths(month, -1))}
                >
                  <IconChevronLeft size={18} />
                </Button>
                <Button
                  size="sm"
                  px={8}
                  variant="default"
                  aria-label="Next month"
                  onClick={() => goTo(addMonths(month, 1))}
                >
                  <IconChevronRight size={18} />
                </Button>
                <Button size="sm" variant="default" onClick={() => goTo(undefined)}>
                  Today
                </Button>
              </>
            )}
            <SearchInput
              className={css.search}
              size="sm"
              variant="quiet"
              aria-label={`Search events on ${calendar.name}`}
              placeholder="Search events"
              value={search}
              onSearch={(text) => look({ search: text || undefined })}
            />
            {hydrated ? (
              <Suspense fallback={<Zone name={zoneShown} />}>
                <ZoneMenu
                  label={zoneShown}
                  shown={zone}
                  options={zones.map((one) => zoneOption(one.zone, one.of, now))}
                  onChoose={chooseZone}
                  onOther={() => show(<ZoneDialog shown={zone} at={now} onChoose={chooseZone} />)}
                />
              </Suspense>
            ) : (
              <Zone name={zoneShown} />
            )}
            <Choice
              label="View"
              value={isList ? 'list' : 'month'}
              onChange={(next) => look(next === 'list' ? { view: 'list' } : { view: undefined, search: undefined })}
              options={[
                { value: 'month', label: 'Month', icon: <IconCalendarMonth size={16} aria-hidden /> },
                { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden /> },
              ]}
            />
          </div>
          {isList ? (
            <Agenda
              calendar={calendar}
              type={type}
              search={search}
              today={today}
              onType={(next) => look({ type: next === 'past' ? 'past' : undefined })}
            />
          ) : rows.isError && !rows.data ? (
            <ErrorState error={rows.error} again={rows.refetch} fallback={EVENTS_NOT_FETCHED} />
          ) : !hydrated ? (
            <div className={css.grid} aria-hidden />
          ) : (
            <div className={css.grid} ref={grid} aria-busy={rows.isPending || rows.isPlaceholderData}>
              <MonthGrid
                label={monthName(month)}
                month={month}
                weeks={weeks}
                rows={data}
                height={height}
                zone={zone}
                firstDay={firstDay}
                today={today}
                chosen={looked.day}
                stop={shown.includes(stop) ? stop : `${month}-01`}
                onChoose={(day) => {
                  setStop(day);
                  // What the day has is below the month there.
                  if (matchMedia(MEDIA.phone).matches && day !== looked.day)
                    aside.current?.scrollIntoView({ block: 'nearest' });
                  look({
                    day: day === looked.day ? undefined : day,
                    month: day.slice(0, 7) === month ? looked.month : day.slice(0, 7),
                  });
                }}
                onFocusDay={focusDay}
              />
              {rows.data?.more && <p className={css.note}>Only the first 1,000 events of this month are shown.</p>}
            </div>
          )}
        </div>
        {!isList && (
          <aside className={css.aside} aria-label="Agenda" ref={aside}>
            {looked.day === undefined ? (
              <Agenda
                calendar={calendar}
                type={type}
                search=""
                today={today}
                onType={(next) => look({ type: next === 'past' ? 'past' : undefined })}
              />
            ) : (
              <DayAgenda
                calendar={calendar}
                day={looked.day}
                rows={data}
                today={today}
                onClose={() => look({ day: undefined })}
              />
            )}
          </aside>
        )}
      </div>
    </div>
  );
}

/** The button of the zone until it can be pressed, of its size. */
function Zone({ name }: { name: string }) {
  return (
    <span className={css.zone} title="The time zone of this calendar">
      {name}
    </span>
  );
}

const zoneOption = (zone: string, of: string, now: number) => ({
  ...{ zone, of, name: zoneName(zone, now * 1000), clock: clockOf(now, zone) },
});

function CalendarHead({ calendar, signedIn }: { calendar: CalendarView; signedIn: boolean }) {
  const show = useShowDialog();
  const { subscriberCount: count, pendingCount: waiting, role } = calendar;
  const people =
    count === 0 ? '' : `${count.toLocaleString()} ${count === 1 ? 'person subscribes' : 'people subscribe'}`;
  return (
    <header className={css.head}>
      <SidebarButton />
      <img className={css.cover} src={calendar.image_map['500*250'] ?? calendar.cover ?? NO_COVER} alt="" />
      <div className={css.words}>
        <h1 dir="auto">{calendar.name}</h1>
        <p dir="auto">
          {calendar.description}
          {calendar.description !== '' && people !== '' && ' · '}
          {people !== '' && <LocalText>{people}</LocalText>}
        </p>
      </div>
      <div className={css.actions}>
        {role.role !== null && (
          <LinkButton
            to="/calendars/manage/$alias"
            params={{ alias: calendar.alias }}
            variant="default"
            className={css.wide}
            aria-label={waiting ? `Manage, ${waiting} waiting` : 'Manage'}
            leftSection={<IconSettings size={17} aria-hidden />}
          >
            <span className={css.label}>Manage</span>
            {waiting ? `\u00a0(${waiting})` : ''}
          </LinkButton>
        )}
        <Button
          variant="default"
          className={signedIn ? css.wide : undefined}
          aria-label="iCal link"
          leftSection={<IconRss size={17} aria-hidden />}
          onClick={() => show(<IcalDialog kind="calendar" calendar={calendar} />)}
        >
          <span className={css.label}>iCal link</span>
        </Button>
        <SubscribeButton calendar={calendar} />
        {signedIn && (
          <Button
            aria-label={addLabel(role.role)}
            leftSection={<IconPlus size={17} aria-hidden />}
            onClick={() => show(<AddEventDialog calendar={calendar} />)}
          >
            <span className={css.label}>{addLabel(role.role)}</span>
          </Button>
        )}
        {signedIn && (
          <span className={css.narrow}>
            <Suspense
              fallback={
                <Button variant="default" disabled aria-label="More">
                  …
                </Button>
              }
            >
              <CalendarMenu calendar={calendar} />
            </Suspense>
          </span>
        )}
      </div>
    </header>
  );
}
