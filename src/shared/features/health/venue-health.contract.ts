import { z } from 'zod'
import { route } from '#shared/core/route.ts'
import { PanelKind } from '#shared/features/display/screens.schema.ts'

export const HealthKind = z.enum([
  'emergency',
  'terminal',
  'vehicle',
  'gateway',
  'screen',
  'kiosk',
  'payment',
  'job',
  'backup',
])
export type HealthKind = z.infer<typeof HealthKind>

export const TroubleKind = z.enum([
  'emergencyStop',
  'terminalSilent',
  'terminalMissing',
  'terminalUnsent',
  'terminalRefused',
  'terminalPrinter',
  'terminalPrintUnknown',
  'terminalReader',
  'terminalStorage',
  'terminalClock',
  'terminalUpdate',
  'vehicleSilentInRun',
  'vehicleFault',
  'vehicleBattery',
  'gatewaySilent',
  'screenSilent',
  'screenNoPermit',
  'kioskSilent',
  'paymentUnresolved',
  'refundOwed',
  'jobLate',
  'jobFailed',
  'backupNever',
  'backupOld',
  'backupFailed',
])
export type TroubleKind = z.infer<typeof TroubleKind>

/** `bad`: something fails or data gets lost. `warn`: it soon may. `off`: not in use, which is fine. */
export const HealthState = z.enum(['bad', 'warn', 'off', 'well'])
export type HealthState = z.infer<typeof HealthState>

const Trouble = z.object({
  what: TroubleKind,
  state: z.enum(['bad', 'warn']),
  /** Since when; null where unknown. */
  since: z.iso.datetime().nullable(),
  /** A device code, a reason, a percentage, or the state and version of an update, as reported by the part. */
  detail: z.string(),
  count: z.number().int(),
})
export type Trouble = z.infer<typeof Trouble>

const HealthItem = z.object({
  kind: HealthKind,
  id: z.string(),
  /** Empty: the whole system. */
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  name: z.string(),
  state: HealthState,
  troubles: z.array(Trouble),
  /** When it was last in contact, ran, or was made. */
  lastTime: z.iso.datetime().nullable(),
  /** Of a terminal. */
  version: z.string().optional(),
  printer: z.string().optional(),
  printerProblem: z.string().optional(),
  readers: z.array(z.string()).optional(),
  waiting: z.number().int().optional(),
  refused: z.number().int().optional(),
  oldestTime: z.iso.datetime().nullable().optional(),
  /** Battery of a vehicle, per cent. */
  battery: z.number().int().nullable().optional(),
  /** Of a gateway: vehicles in contact, of those that have a box. */
  heard: z.number().int().optional(),
  total: z.number().int().optional(),
  /** Of a big screen: its panels. */
  shows: z.array(PanelKind).optional(),
  /** Of a backup. */
  bytes: z.number().optional(),
  encrypted: z.boolean().optional(),
})
export type HealthItem = z.infer<typeof HealthItem>

/** The state of the parts of a venue. */
export const venueHealth = {
  look: route({
    method: 'GET',
    path: '/health/venue',
    summary: 'Every part of the stores in scope and of the system with its problems, the worst first',
    access: 'venuehealth:list',
    result: z.object({ takenAt: z.iso.datetime(), items: z.array(HealthItem) }),
  }),
}
