import type { Scan } from '#shared/ipc/devices.ts'

/** Whether a scan names a member: by the card, or by the changing code of the member page. */
export const isMemberScan = ({ kind, value }: Pick<Scan, 'kind' | 'value'>): boolean =>
  (kind === 'memberCard' || kind === 'memberCode') && value !== ''
