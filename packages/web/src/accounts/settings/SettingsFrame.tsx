import { Outlet } from '@tanstack/react-router';
import { useMe } from '../../core/session.tsx';
import { isSupportOffered } from '../../core/start/page-marks.ts';
import { PlainLink } from '../../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../../ui/layout/Nav.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import css from '../../ui/layout/screen.module.css';

/** The frame around the screens of your own settings. */
export function SettingsFrame() {
  const me = useMe();
  return (
    <>
      <PageHeader title="Settings" />
      <TabNav label="Settings">
        <PlainLink to="/settings/profile" className={tabClass} activeProps={tabOn}>
          Profile
        </PlainLink>
        <PlainLink to="/settings/notifications" className={tabClass} activeProps={tabOn}>
          Notifications
        </PlainLink>
        <PlainLink to="/settings/privacy" className={tabClass} activeProps={tabOn}>
          Privacy
        </PlainLink>
        <PlainLink to="/settings/sessions" className={tabClass} activeProps={tabOn}>
          Sessions and password
        </PlainLink>
        <PlainLink to="/settings/security" className={tabClass} activeProps={tabOn}>
          Security
        </PlainLink>
        <PlainLink to="/settings/account" className={tabClass} activeProps={tabOn}>
          Account
        </PlainLink>
        {isSupportOffered() && (
          <PlainLink to="/settings/help" className={tabClass} activeProps={tabOn}>
            Help
          </PlainLink>
        )}
        {me?.isInstallationOwner && (
          <PlainLink to="/settings/installation" className={tabClass} activeProps={tabOn}>
            Installation
          </PlainLink>
        )}
        {me?.isInstallationOwner && (
          <PlainLink to="/settings/mail" className={tabClass} activeProps={tabOn}>
            Mail
          </PlainLink>
        )}
        {me?.isInstallationOwner && (
          <PlainLink to="/settings/featured" className={tabClass} activeProps={tabOn}>
            Featured
          </PlainLink>
        )}
        {me?.isInstallationOwner && (
          <PlainLink to="/settings/reported-events" className={tabClass} activeProps={tabOn}>
            Reported events
          </PlainLink>
        )}
        {me?.isInstallationOwner && (
          <PlainLink to="/settings/reported-pages" className={tabClass} activeProps={tabOn}>
            Reported pages
          </PlainLink>
        )}
      </TabNav>
      <div className={css.scroll}>
        <Outlet />
      </div>
    </>
  );
}
