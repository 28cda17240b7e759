import { listDevices, removeDevice, testDevice } from '@folkmoot/contract/notifications/api.ts';
import type { DeviceView } from '@folkmoot/contract/notifications/schema.ts';
import { Button } from '@mantine/core';
import { IconBellRinging, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { useMyId } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { timeAgo } from '../../ui/format-date.ts';
import screen from '../../ui/layout/screen.module.css';
import css from './notification-settings.module.css';
import { type PushAbility, pushAbility, turnOff, turnOn, whyNotOn } from './push.ts';

const WHY_NOT: Record<Exclude<PushAbility, 'possible'>, string> = {
  unsupported: 'This browser cannot show notifications.',
  'install-first': 'On an iPhone or iPad, add this site to your Home Screen first: Share, then Add to Home Screen.',
  denied:
    'You have blocked notifications from this site. Allow them in your browser’s settings for this site, then reload the page.',
};

/** The browsers that show your notifications, with a way to turn them on in this one. */
export function Devices() {
  const devices = useQuery(apiQuery(listDevices, {}));
  const me = useMyId();
  const ability = pushAbility();
  const here = devices.data?.data.find(({ current }) => current);
  const refresh = () => void devices.refetch();
  const on = useMutation({
    mutationFn: () => turnOn(me),
    onSuccess: () => toast.done('Notifications are on in this browser.'),
    onError: (error) => toast.failed(error, { fallback: whyNotOn(error) }),
    onSettled: refresh,
  });
  return (
    <section className={screen.section} aria-labelledby="devices">
      <h2 id="devices">On your devices</h2>
      {devices.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={2} />
        </LoadingFallback>
      )}
      {devices.isError && <ErrorState error={devices.error} again={devices.refetch} level={3} />}
      {devices.data && here === undefined && (
        <div className={css.offer}>
          <p>
            {ability === 'possible'
              ? 'Get a notification in this browser when something needs you, even while Folkmoot is closed.'
              : WHY_NOT[ability]}
          </p>
          {ability === 'possible' && (
            <LoadingButton
              leftSection={<IconBellRinging size={17} />}
              loading={on.isPending}
              loadingLabel="Turning on"
              onClick={() => on.mutate()}
            >
              Turn on notifications
            </LoadingButton>
          )}
        </div>
      )}
      {devices.data && devices.data.data.length > 0 && (
        <ul className={screen.card}>
          {devices.data.data.map((device) => (
            <DeviceRow key={device.id} device={device} onDone={refresh} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DeviceRow({ device, onDone }: { device: DeviceView; onDone: () => void }) {
  const remove = useApiMutation(removeDevice, { said: null, onDone });
  const off = useMutation({
    mutationFn: () => turnOff(device.id),
    onError: (error) => toast.failed(error, { fallback: 'Could not turn notifications off.' }),
    onSettled: onDone,
  });
  const test = useApiMutation(testDevice, { said: 'Sent. It should appear in a moment.' });
  const Icon = /android|iphone|ipad/i.test(device.device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={screen.row}>
      <Icon size={22} aria-hidden />
      <div className={screen.grow}>
        <b>{device.device}</b>
        <small>
          {device.current ? 'This browser. ' : ''}
          {device.reachedAt === null ? 'Nothing sent yet' : `Last notified ${timeAgo(device.reachedAt)}`}
        </small>
      </div>
      <Button variant="subtle" size="xs" loading={test.isPending} onClick={() => test.mutate({ deviceId: device.id })}>
        Send a test
      </Button>
      <LoadingButton
        variant="default"
        size="xs"
        loading={remove.isPending || off.isPending}
        loadingLabel="Turning off"
        aria-label={`Turn off in ${device.device}`}
        onClick={() => (device.current ? off.mutate() : remove.mutate({ deviceId: device.id }))}
      >
        Turn off
      </LoadingButton>
    </li>
  );
}
