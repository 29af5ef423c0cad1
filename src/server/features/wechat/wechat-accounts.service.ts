import { sql } from 'kysely'
import type { z } from 'zod'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { WechatAccountState, wechatAccounts } from '#shared/features/wechat/wechat-accounts.contract.ts'
import {
  secretsOf,
  type TargetPages,
  WechatKind,
  type WechatSecrets,
  type WechatSettings,
} from '#shared/features/wechat/wechat-accounts.schema.ts'
import { menuProblem } from '#shared/features/wechat/wechat-menu.calc.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import { callbackPath } from './callback.calc.ts'
import {
  accessOf,
  findAccount,
  openSecrets,
  type StoredSecrets,
  secretsPurpose,
  type WechatAccountRow,
} from './wechat-accounts.repository.ts'
import { wechatClient } from './wechat-client.service.ts'

type EditInput = z.output<(typeof wechatAccounts)['edit']['body'] & z.ZodType>
type Which = Pick<EditInput, 'orgCode' | 'kind'>

const NO_PAGES: TargetPages = { store: '', member: '', event: '', promoter: '' }
const NEW: WechatSettings = {
  enabled: false,
  sandbox: false,
  appId: '',
  callbackMode: 'safe',
  pages: NO_PAGES,
  jsPages: [],
  menu: [],
  templates: [],
}

const settingsOf = (row: WechatAccountRow | undefined): WechatSettings =>
  row
    ? {
        enabled: row.enabled,
        sandbox: row.sandbox,
        appId: row.appId,
        callbackMode: row.callbackMode,
        pages: row.pages,
        jsPages: row.jsPages,
        menu: row.menu,
        templates: row.templates,
      }
    : NEW

/** The values of a change, without those that were not sent. */
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

/** Chains in the transaction's scope, and stores without a chain above: each has its own accounts. */
async function chainsInScope(trx: Transaction): Promise<{ orgCode: string; departName: string }[]> {
  const { rows } = await sql<{ orgCode: string; departName: string }>`
    select s.org_code, s.name as depart_name from store s
      where s.kind = 'chain' or s.parent_id is null
      order by s.org_code`.execute(trx)
  return rows
}

/** Creates the service for the settings of WeChat accounts. Secrets are write-only. */
export function wechatAccountsService(deps: Deps) {
  function stateOf(orgCode: string, kind: WechatKind, row: WechatAccountRow | undefined): WechatAccountState {
    const { publicUrl } = deps.config
    return {
      kind,
      ...settingsOf(row),
      secrets: row ? Object.keys(openSecrets(deps, row)) : [],
      callbackUrl: publicUrl === '' || kind !== 'official' ? '' : `${publicUrl}/api${callbackPath(kind, orgCode)}`,
      menuPublishTime: row?.menuPublishedAt ? toWireTime(row.menuPublishedAt) : null,
      updateBy: row?.updatedBy ?? '',
      updateTime: row ? toWireTime(row.updatedAt) : null,
    }
  }

  /** Locks the chain, so that changes of its accounts are serialized. Throws `common.recordNotFound`. */
  async function lockChain(trx: Transaction, orgCode: string): Promise<void> {
    const chains = await chainsInScope(trx)
    if (!chains.some((chain) => chain.orgCode === orgCode)) throw new AppError('common.recordNotFound')
    await trx.selectFrom('store').select('id').where('orgCode', '=', orgCode).forUpdate().execute()
  }

  async function requireAccount(ctx: CallContext, { orgCode, kind }: Which): Promise<WechatAccountRow> {
    const row = await deps.db.scoped(ctx.user.scope, (trx) => findAccount(trx, orgCode, kind))
    if (!row || (row.appId === '' && !row.sandbox)) throw new AppError('wechat.appIdMissing', { field: 'appId' })
    return row
  }

  /** Throws if an enabled account cannot work, or if the menu or a template is invalid. */
  function check(kind: WechatKind, settings: WechatSettings, secrets: StoredSecrets, locale: Locale): void {
    const wrong = menuProblem(settings.menu)
    if (wrong) {
      const { reason, field, place, property, most, bytes } = wrong
      const label = text(locale, `wechatAccount.${property}`)
      throw new AppError(`wechat.menu.${reason}`, { field, place, property: label, most, bytes })
    }
    const codes = settings.templates.map(({ templateCode }) => templateCode)
    const twice = codes.findIndex((code, index) => codes.indexOf(code) < index)
    if (twice >= 0)
      throw new AppError('wechat.templateTwice', { field: `templates.${twice}.templateCode`, code: codes[twice] })
    if (!settings.enabled) return
    if (settings.appId === '') throw new AppError('wechat.appIdMissing', { field: 'appId' })
    if (!settings.sandbox && !secrets.secret) throw new AppError('wechat.secretMissing', { field: 'secret' })
    if (kind === 'official' && settings.callbackMode === 'safe' && secrets.callbackToken && !secrets.callbackKey)
      throw new AppError('wechat.callbackKeyMissing', { field: 'callbackKey' })
  }

  function mergedSecrets(kind: WechatKind, before: StoredSecrets, sent: Partial<WechatSecrets>): StoredSecrets {
    const merged = { ...before, ...given(sent) }
    return Object.fromEntries(secretsOf[kind].flatMap((name) => (merged[name] ? [[name, merged[name]]] : [])))
  }

  async function write(
    trx: Transaction,
    ctx: CallContext,
    { orgCode, kind }: Which,
    { pages, menu, templates, ...plain }: WechatSettings,
    secrets: StoredSecrets,
  ): Promise<void> {
    const hasSecrets = Object.keys(secrets).length > 0
    const set = {
      ...plain,
      pages: JSON.stringify(pages),
      menu: JSON.stringify(menu),
      templates: JSON.stringify(templates),
      keysSealed: hasSecrets ? deps.sealer.seal(JSON.stringify(secrets), secretsPurpose(kind, orgCode)) : '',
      updatedBy: ctx.user.username,
      updatedAt: deps.clock(),
    }
    await trx
      .insertInto('wechatAccount')
      .values({ orgCode, kind, menuPublishedAt: null, ...set })
      .onConflict((conflict) => conflict.columns(['kind', 'orgCode']).doUpdateSet(set))
      .execute()
  }

  return {
    query: (orgCode: string | undefined, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const chains = await chainsInScope(trx)
        const chain =
          chains.find((one) => one.orgCode === (orgCode ?? ctx.user.orgCode)) ?? (orgCode ? undefined : chains[0])
        if (orgCode && !chain) throw new AppError('common.recordNotFound')
        if (!chain) return null
        const rows = await trx.selectFrom('wechatAccount').selectAll().where('orgCode', '=', chain.orgCode).execute()
        const occasions = await trx
          .selectFrom('messageTemplate')
          .select(['templateCode as code', 'templateName as name'])
          .distinctOn('templateCode')
          .where('templateType', '=', '3')
          .where(sql<boolean>`starts_with(org_code, ${chain.orgCode})`)
          .orderBy('templateCode')
          .limit(200)
          .execute()
        return {
          orgCode: chain.orgCode,
          chains,
          accounts: WechatKind.options.map((kind) =>
            stateOf(
              chain.orgCode,
              kind,
              rows.find((row) => row.kind === kind),
            ),
          ),
          occasions,
        }
      }),

    edit: ({ orgCode, kind, secrets: sentSecrets = {}, pages, ...sent }: EditInput, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        await lockChain(trx, orgCode)
        const row = await findAccount(trx, orgCode, kind)
        const before = settingsOf(row)
        const secretsBefore = row ? openSecrets(deps, row) : {}
        const after: WechatSettings = { ...before, ...given(sent), pages: { ...before.pages, ...given(pages ?? {}) } }
        if (kind !== 'official' && after.menu.length > 0) throw new AppError('wechat.menuOfMiniApp', { field: 'menu' })
        // The sandbox sends nothing and lets anybody sign in, so it must not be mistaken for an account.
        if (after.sandbox && !before.sandbox && ctx.user.identity !== '-1' && !deps.config.demo)
          throw new AppError('wechat.sandboxForPlatform', { field: 'sandbox' })
        const secrets = mergedSecrets(kind, secretsBefore, sentSecrets)
        check(kind, after, secrets, ctx.locale)
        const changed = secretsOf[kind].filter((name) => secrets[name] !== secretsBefore[name])
        if (changed.length === 0 && JSON.stringify(before) === JSON.stringify(after)) return null
        await write(trx, ctx, { orgCode, kind }, after, secrets)
        // Tokens belong to the credentials that they were issued for.
        await trx
          .deleteFrom('wechatToken')
          .where('orgCode', '=', orgCode)
          .where('appId', 'in', [before.appId, after.appId])
          .execute()
        ctx.touched({ id: `${kind} ${orgCode}`, before, after: { ...after, changed } })
        return null
      }),

    async check(which: Which, ctx: CallContext): Promise<null> {
      await wechatClient(deps, accessOf(deps, await requireAccount(ctx, which))).check()
      return null
    },

    async publishMenu(which: Which, ctx: CallContext): Promise<null> {
      const row = await requireAccount(ctx, which)
      if (row.kind !== 'official') throw new AppError('wechat.menuOfMiniApp', { field: 'menu' })
      if (row.menu.length === 0) throw new AppError('wechat.menuEmpty', { field: 'menu' })
      await wechatClient(deps, accessOf(deps, row)).createMenu(row.menu)
      return ctx.tx(async (trx) => {
        await trx
          .updateTable('wechatAccount')
          .set({ menuPublishedAt: deps.clock() })
          .where('orgCode', '=', which.orgCode)
          .where('kind', '=', which.kind)
          .execute()
        ctx.touched({ id: `${which.kind} ${which.orgCode}`, after: { published: row.menu } })
        return null
      })
    },
  }
}
