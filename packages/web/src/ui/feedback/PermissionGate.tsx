import { holds } from '@folkmoot/contract/core/permission-rules.ts';
import type { Permission } from '@folkmoot/contract/core/permissions.ts';
import type { ReactNode } from 'react';

type Props = {
  /** The viewer's permissions here; undefined while unknown, and then nothing is shown. */
  held: readonly string[] | undefined;
  needs: readonly Permission[];
  /** True if one of them is enough. */
  any?: boolean;
  children: ReactNode;
};

/** Shows its content only to people who hold every named permission, or any of them if requested. */
export function PermissionGate({ held, needs, any = false, children }: Props) {
  return held && holds(held, needs, any ? 'any' : 'all') ? children : null;
}
