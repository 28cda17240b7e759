import { calendarLinks } from '@folkmoot/contract/events/calendar-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { IconBrandGoogle, IconBrandWindows, IconDownload } from '@tabler/icons-react';
import { download } from '../../core/download.ts';
import { absolute } from '../../core/paths.ts';
import { useSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from './event.module.css';

const ICONS = { 'Google Calendar': IconBrandGoogle, Outlook: IconBrandWindows } as const;

/** Adds an event to a calendar: as a file, or online. */
export function CalendarDialog({ event, token }: { event: EventView; token: string | undefined }) {
  const close = useCloseDialog();
  const session = useSession();
  const path = `/api/v1/events/${event.id}/calendar.ics${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`;
  const name = `${event.alias}.ics`;
  const file = (
    <>
      <IconDownload size={20} aria-hidden />
      Calendar file (.ics)
    </>
  );
  return (
    <Dialog title="Add to calendar" width={400} brief>
      <ul className={css.ways}>
        <li>
          {session.status === 'signedIn' ? (
            <button
              type="button"
              onClick={() =>
                void download(path, name).then(close, (error: unknown) =>
                  toast.failed(error, { fallback: 'Could not create the file.' }),
                )
              }
            >
              {file}
            </button>
          ) : (
            <a href={path} download={name}>
              {file}
            </a>
          )}
        </li>
        {calendarLinks(event, absolute(`/${event.alias}`)).map(({ name, href }) => {
          const Icon = ICONS[name];
          return (
            <li key={name}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                <Icon size={20} aria-hidden />
                {name}
              </a>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
