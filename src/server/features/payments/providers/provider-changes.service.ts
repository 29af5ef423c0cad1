import type { Selectable } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { sendNotice, usersWithAction } from '#server/features/messages/index.ts'
import { isIndependent } from '#server/features/payments/second-person.repository.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ProviderChange } from '#shared/features/payments/payment-providers.contract.ts'
import type { ProviderName } from '#shared/features/payments/payments.schema.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'

export type ProviderChangeRow = Selectable<Tables['paymentProviderChange']>

/** Users with this action are notified of changes. */
const NOTIFIED_ACTION = 'paymentprovider:edit'

/** New settings of a provider of a store. */
export interface ProviderChangeRequest {
  orgCode: string
  provider: ProviderName
  enabled: boolean
  settings: Record<string, string>
  keysSealed: string
  /** Names of the changed fields. */
  fields: string[]
}

/** Whether a user is of headquarters or the platform; others need a second user. */
export const isHeadquarters = ({ identity }: Pick<SignedIn, 'identity'>): boolean =>
  identity === '-1' || identity === '0'

/** Creates the service for changes of provider settings: proposal, confirmation and notices. */
export function providerChangesService(deps: Deps) {
  async function mayConfirm(
    trx: Transaction,
    { user }: CallContext,
    { proposerId }: ProviderChangeRow,
  ): Promise<boolean> {
    if (proposerId === user.id) return false
    if (isHeadquarters(user)) return true
    return seeingEveryStore(
      trx,
      user.scope,
      async () => (await isIndependent(trx, user.id)) && (await isIndependent(trx, proposerId)),
    )
  }

  async function notify(
    trx: Transaction,
    { user }: CallContext,
    kind: 'waits' | 'done' | 'refused',
    { id, orgCode, provider, fields, proposerName, deciderName, enabled }: ProviderChangeRow,
  ): Promise<void> {
    await seeingEveryStore(trx, user.scope, async () => {
      const store = await trx
        .selectFrom('store')
        .select('name')
        .where('orgCode', '=', orgCode)
        .executeTakeFirstOrThrow()
      await sendNotice(deps, trx, await usersWithAction(trx, NOTIFIED_ACTION, orgCode), {
        orgCode,
        idFor: (userId) => idFrom('payment provider change', id, kind, userId),
        texts: (language) => {
          const names = fields.map((field) => {
            const key = `paymentProvider.${field}`
            return isTextKey(key) ? text(language, key) : field
          })
          const params = {
            store: store.name,
            provider: text(language, `payments.provider.${provider}`),
            by: proposerName,
            decider: deciderName,
            fields: names.join(language === 'zh' ? '、' : ', ') || text(language, 'paymentProvider.notice.onlyEnabled'),
          }
          return {
            title: text(language, `paymentProvider.notice.${kind}`, params),
            paragraphs: [
              text(language, `paymentProvider.notice.${kind}More`, params),
              text(language, enabled ? 'paymentProvider.notice.on' : 'paymentProvider.notice.off'),
            ],
          }
        },
      })
    })
  }

  /** Replaces a pending change: a newer one is based on the settings in effect. */
  const replaceOpen = (
    trx: Transaction,
    { user }: CallContext,
    { orgCode, provider }: ProviderChangeRequest,
  ): Promise<unknown> =>
    trx
      .updateTable('paymentProviderChange')
      .set({
        state: 'replaced',
        keysSealed: '',
        deciderId: user.id,
        deciderName: user.realname,
        decidedAt: deps.clock(),
      })
      .where('orgCode', '=', orgCode)
      .where('provider', '=', provider)
      .where('state', '=', 'open')
      .execute()

  async function add(
    trx: Transaction,
    ctx: CallContext,
    { orgCode, provider, enabled, settings, keysSealed, fields }: ProviderChangeRequest,
    state: 'open' | 'done',
  ): Promise<ProviderChangeRow> {
    const { user } = ctx
    const now = deps.clock()
    const isDone = state === 'done'
    const proposed = { proposerId: user.id, proposerName: user.realname, proposedAt: now }
    const decided = isDone
      ? { deciderId: user.id, deciderName: user.realname, decidedAt: now, keysSealed: '' }
      : { deciderId: null, decidedAt: null, keysSealed }
    return trx
      .insertInto('paymentProviderChange')
      .values({
        id: newId(),
        orgCode,
        provider,
        enabled,
        fields,
        state,
        settings: JSON.stringify(settings),
        ...proposed,
        ...decided,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  return {
    /** Records a change that is in effect. */
    async done(trx: Transaction, ctx: CallContext, request: ProviderChangeRequest): Promise<void> {
      await replaceOpen(trx, ctx, request)
      await notify(trx, ctx, 'done', await add(trx, ctx, request, 'done'))
    },

    /** Records a change that waits for confirmation. */
    async propose(trx: Transaction, ctx: CallContext, request: ProviderChangeRequest): Promise<void> {
      await replaceOpen(trx, ctx, request)
      await notify(trx, ctx, 'waits', await add(trx, ctx, request, 'open'))
    },

    /**
     * A pending change that the caller may see. Throws `common.recordNotFound` or `payments.changeDecided`. It stays pending only under the
     * store's lock.
     */
    async open(trx: Transaction, id: string): Promise<ProviderChangeRow> {
      const found = await trx.selectFrom('paymentProviderChange').selectAll().where('id', '=', id).executeTakeFirst()
      if (!found) throw new AppError('common.recordNotFound')
      if (found.state !== 'open') throw new AppError('payments.changeDecided')
      return found
    },

    async requireSecond(trx: Transaction, ctx: CallContext, change: ProviderChangeRow): Promise<void> {
      if (change.proposerId === ctx.user.id) throw new AppError('payments.changeOwn')
      if (!(await mayConfirm(trx, ctx, change))) throw new AppError('payments.changeNeedsHeadquarters')
    },

    async decide(
      trx: Transaction,
      ctx: CallContext,
      { id, orgCode }: ProviderChangeRow,
      state: 'done' | 'refused',
    ): Promise<void> {
      const { user } = ctx
      const decided = await trx
        .updateTable('paymentProviderChange')
        .set({ state, keysSealed: '', deciderId: user.id, deciderName: user.realname, decidedAt: deps.clock() })
        .where('id', '=', id)
        .where('orgCode', '=', orgCode)
        .returningAll()
        .executeTakeFirstOrThrow()
      await notify(trx, ctx, state, decided)
    },

    /** Pending changes of a store by provider, for display to the caller. */
    async waiting(trx: Transaction, ctx: CallContext, orgCode: string): Promise<Map<ProviderName, ProviderChange>> {
      const rows = await trx
        .selectFrom('paymentProviderChange')
        .selectAll()
        .where('orgCode', '=', orgCode)
        .where('state', '=', 'open')
        .execute()
      const shown = new Map<ProviderName, ProviderChange>()
      for (const row of rows) {
        const { id, enabled, settings, fields } = row
        shown.set(row.provider, {
          id,
          enabled,
          settings,
          fields,
          by: row.proposerName,
          at: toWireTime(row.proposedAt),
          isMine: row.proposerId === ctx.user.id,
          mayConfirm: await mayConfirm(trx, ctx, row),
        })
      }
      return shown
    },
  }
}
