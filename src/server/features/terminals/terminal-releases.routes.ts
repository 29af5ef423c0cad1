import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { compareReleases } from '#shared/core/release.ts'
import { terminalReleases, UPDATE_SHARES } from '#shared/features/terminals/terminal-releases.contract.ts'
import { releaseFiles } from './release-files.service.ts'
import { homeOf, setStage, stageFor, terminalsSeenSince } from './release-stages.repository.ts'
import { isInShare } from './update-share.calc.ts'

/** Terminals that were seen in this time count as in use. */
const IN_USE_MS = 30 * 24 * 3600_000

/** Releases of the terminal: which one each terminal installs, and their packages. */
export function terminalReleasesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps
  const files = releaseFiles(config.terminalReleasesDir)
  mount(app, deps, terminalReleases, {
    async offer({ query: { id, version, platform } }) {
      const stage = await db.scoped(EVERY_STORE, async (trx) => {
        const orgCode = await homeOf(trx, id)
        return orgCode === null ? null : stageFor(trx, orgCode)
      })
      if (!stage || compareReleases(stage.version, version) <= 0) return null
      if (!isInShare(id, stage.version, stage.share)) return null
      const found = await files.read(stage.version)
      return found?.release.files.some((file) => file.platform === platform) ? found.signed : null
    },
    release: async ({ query }) => (await files.read(query.version))?.signed ?? null,
    async overview({ ctx }) {
      const [versions, stage, ids] = await Promise.all([
        files.versions(),
        db.scoped(EVERY_STORE, (trx) => stageFor(trx, ctx.user.orgCode)),
        ctx.tx((trx) => terminalsSeenSince(trx, new Date(clock().getTime() - IN_USE_MS))),
      ])
      const counts = versions.flatMap((version) =>
        UPDATE_SHARES.map((share) => ({
          version,
          share,
          terminals: ids.filter((id) => isInShare(id, version, share)).length,
        })),
      )
      return {
        versions,
        stage: stage && { version: stage.version, share: stage.share, isOwn: stage.orgCode === ctx.user.orgCode },
        counts,
        terminals: ids.length,
      }
    },
    async stage({ body, ctx }) {
      if (!(await files.read(body.version))) throw new AppError('terminals.releaseUnknown', { field: 'version' })
      const { orgCode } = ctx.user
      await ctx.tx(async (trx) => {
        await setStage(trx, { ...body, orgCode })
        ctx.touched({ id: orgCode, after: body })
      })
      return null
    },
  })
  app.get<{ Params: { version: string; name: string } }>(
    '/terminal-releases/:version/:name',
    async ({ params: { version, name } }, reply) => {
      const found = await files.open(version, name)
      if (!found) return reply.callNotFound()
      return reply.type('application/octet-stream').header('content-length', found.size).send(found.content)
    },
  )
}
