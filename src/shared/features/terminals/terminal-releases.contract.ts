import { z } from 'zod'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'

/** A release as `major.minor.patch`. */
export const ReleaseNumber = exact(20, 5).regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)

/** Platforms that a terminal can update itself on: an AppImage, or a Windows installer. */
export const UpdatePlatform = z.enum(['linux-x64', 'linux-arm64', 'win32-x64', 'win32-arm64'])
export type UpdatePlatform = z.infer<typeof UpdatePlatform>

/** What the vendor signs for each release of the terminal: its packages, and which releases work on its data file. */
export const TerminalRelease = z.object({
  product: z.literal('pitlane-terminal'),
  version: ReleaseNumber,
  /** The oldest release that works on the data file of this one, so that a terminal may go back to it. */
  oldestOnDataFile: ReleaseNumber,
  files: z
    .array(
      z.object({
        name: exact(120, 1).regex(/^[\w.-]+$/),
        platform: UpdatePlatform,
        /** Base64. */
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.number().int().min(1).max(2_000_000_000),
      }),
    )
    .max(20),
})
export type TerminalRelease = z.infer<typeof TerminalRelease>

/** A release as the server passes it on: the signed text exactly as it is, and its signature (Ed25519, base64). */
export const SignedRelease = z.object({ text: z.string().max(20_000), signature: z.string().max(200) })
export type SignedRelease = z.infer<typeof SignedRelease>

/** Shares of the terminals, in percent, that a release is offered to. */
export const UPDATE_SHARES = [0, 10, 50, 100] as const

const Stage = z.object({ version: ReleaseNumber, share: z.literal(UPDATE_SHARES) })

/** Releases of the terminal on the server, and the stage that headquarters set. */
export const terminalReleases = {
  offer: route({
    method: 'GET',
    path: '/terminal/sysTerminal/update',
    summary:
      'The release that a terminal is to install, by the stage of its store or chain; null if it has it, or is not in the share yet',
    // A terminal updates at night, when nobody is signed in. Releases are no secret.
    access: 'public',
    query: z.object({ id: z.uuid(), version: ReleaseNumber, platform: UpdatePlatform }),
    result: SignedRelease.nullable(),
  }),
  release: route({
    method: 'GET',
    path: '/terminal/sysTerminal/release',
    summary: 'One release of the terminal, signed by the vendor; null if the server does not have it',
    access: 'public',
    query: z.object({ version: ReleaseNumber }),
    result: SignedRelease.nullable(),
  }),
  overview: route({
    method: 'GET',
    path: '/terminal/sysTerminal/releases',
    summary:
      'The releases of the terminal on the server, the stage in force, and how many terminals each share contains',
    access: 'terminal:list',
    result: z.object({
      /** Newest first. */
      versions: z.array(z.string()),
      /** Null: none was set, and nothing is installed. */
      stage: z.object({ version: z.string(), share: z.number().int(), isOwn: z.boolean() }).nullable(),
      /** Terminals that were seen in the last 30 days, by the newest release and each share. */
      counts: z.array(z.object({ version: z.string(), share: z.number().int(), terminals: z.number().int() })),
      terminals: z.number().int(),
    }),
  }),
  stage: route({
    method: 'POST',
    path: '/terminal/sysTerminal/stage',
    summary: 'Sets which release the terminals of the own organisation install, and the share of them',
    access: 'terminal:stage',
    body: Stage,
    result: z.null(),
    message: 'message.terminals.stageSet',
    labels: { version: 'terminal.version', share: 'terminal.share' },
  }),
}
