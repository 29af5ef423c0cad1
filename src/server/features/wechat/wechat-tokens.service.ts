import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { type IssuedToken, type WechatAccess, WechatUnreachable } from './wechat-api.types.ts'

type TokenKind = 'access' | 'ticket'
type Account = Pick<WechatAccess, 'appId' | 'orgCode'>

/** A token is renewed this long before its end: WeChat accepts the old one for five minutes after a renewal. */
const RENEW_BEFORE_S = 300
/** The shortest use of a token, whatever its end. */
const SHORTEST_USE_S = 30
/** After this time a renewal has failed with the copy that made it; longer than WeChat's time to answer. */
const CLAIM_MS = 15_000
const POLL_MS = 100
/** How long a call waits for the renewal of another copy. */
const PATIENCE_MS = 40_000

const purposeOf = (kind: TokenKind, { appId, orgCode }: Account): string => `wechat ${kind} token ${appId} ${orgCode}`

interface StoredToken {
  tokenSealed: string
  endsAt: Date | null
}

/**
 * The tokens of WeChat that all copies of the server share. The database decides which copy renews one; the others use the old token while
 * it is valid, or wait.
 */
export function wechatTokens({ db, clock, sealer }: Pick<Deps, 'db' | 'clock' | 'sealer'>) {
  const inScope = <T>({ orgCode }: Account, work: (trx: Transaction) => Promise<T>): Promise<T> =>
    db.scoped(scopeOf(orgCode), work)

  const find = (account: Account, kind: TokenKind): Promise<StoredToken | undefined> =>
    inScope(account, (trx) =>
      trx
        .selectFrom('wechatToken')
        .select(['tokenSealed', 'endsAt'])
        .where('appId', '=', account.appId)
        .where('kind', '=', kind)
        .where('orgCode', '=', account.orgCode)
        .executeTakeFirst(),
    )

  /** Claims the renewal of a token that is still the given one. Returns the claim; null if another copy has it. */
  async function claim({ appId, orgCode }: Account, kind: TokenKind, seen: string): Promise<string | null> {
    const id = newId()
    const now = clock()
    const until = new Date(now.getTime() + CLAIM_MS)
    const { rows } = await inScope({ appId, orgCode }, (trx) =>
      sql<{ claim: string }>`
        insert into wechat_token as t (app_id, kind, org_code, claim, claim_until)
          values (${appId}, ${kind}, ${orgCode}, ${id}, ${until})
        on conflict (app_id, kind, org_code) do update set claim = excluded.claim, claim_until = excluded.claim_until
          where t.token_sealed = ${seen} and (t.claim is null or t.claim_until <= ${now})
        returning claim`.execute(trx),
    )
    return rows.length > 0 ? id : null
  }

  /** Ends a claim, with the new token if there is one. Returns false, without an effect, if another copy has taken it over. */
  const settle = (account: Account, kind: TokenKind, id: string, issued: IssuedToken | null): Promise<boolean> =>
    inScope(account, async (trx) => {
      const ended = { claim: null, claimUntil: null }
      const seconds = issued ? Math.max(issued.seconds - RENEW_BEFORE_S, SHORTEST_USE_S) : 0
      const { numUpdatedRows } = await trx
        .updateTable('wechatToken')
        .set(
          issued
            ? {
                ...ended,
                tokenSealed: sealer.seal(issued.token, purposeOf(kind, account)),
                endsAt: new Date(clock().getTime() + seconds * 1000),
              }
            : ended,
        )
        .where('appId', '=', account.appId)
        .where('kind', '=', kind)
        .where('orgCode', '=', account.orgCode)
        .where('claim', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })

  return {
    /**
     * A valid token, renewed by `issue` if needed. `rejected` is a token that WeChat has refused: it is renewed only if no copy has done so
     * since.
     */
    async get(
      account: Account,
      kind: TokenKind,
      issue: () => Promise<IssuedToken>,
      rejected?: string,
    ): Promise<string> {
      const last = Date.now() + PATIENCE_MS
      while (Date.now() < last) {
        const row = await find(account, kind)
        const token = row ? sealer.open(row.tokenSealed, purposeOf(kind, account)) : ''
        if (token !== '' && token !== rejected && row?.endsAt && row.endsAt > clock()) return token
        const id = await claim(account, kind, row?.tokenSealed ?? '')
        if (id === null) {
          await delay(POLL_MS)
          continue
        }
        const issued = await issue().catch(async (error: unknown) => {
          await settle(account, kind, id, null)
          throw error
        })
        // Also if it is the rejected one: WeChat keeps a token for some time before it issues another, and would be asked without a pause.
        if (await settle(account, kind, id, issued)) return issued.token
      }
      throw new WechatUnreachable('WeChat: another copy of the server is still renewing the token')
    },
  }
}
