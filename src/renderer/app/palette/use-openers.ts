import { useLocation, useNavigate } from 'react-router'
import { askCounter } from '#renderer/core/counter-requests.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { SearchGroup, SearchHit, SearchKind } from '#shared/features/search/search.schema.ts'
import { type Choice, plain } from './choices.ts'
import { addressOfHit, addressOfList, counterOf } from './hit-pages.ts'
import { kindIcon } from './kind-icon.tsx'
import type { OfflineHits } from './offline-search.ts'
import type { Section } from './palette.calc.ts'
import type { RecentChoice } from './recent-choices.ts'

const SYNC = '/terminal/sync'

/** How things that were found are opened: at the counter where it is on the screen, else on their page. */
export function useOpeners() {
  const { t } = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { pathOf } = useFrame()
  const own = useSession(({ session }) => session?.userInfo.orgCode ?? '')
  const mayFind = useMay('member:search')
  const counter = counterOf(pathOf)
  const isAtCounter = counter !== null && pathname.toLowerCase().startsWith(counter.toLowerCase())

  const atCounter = (request: Parameters<typeof askCounter>[0]) => () => {
    askCounter(request)
    if (counter && !isAtCounter) void navigate(counter)
  }

  /** The address and the effect of a hit; null where the user has no page for it. */
  const openerOf = (kind: SearchKind, hit: Pick<SearchHit, 'id' | 'title' | 'orgCode'>) => {
    const address = addressOfHit(pathOf, kind, hit)
    const isForCounter = counter !== null && hit.orgCode === own && (isAtCounter || address === null)
    if (kind === 'member' && isForCounter && mayFind) return { address: null, run: atCounter({ kind, id: hit.id }) }
    if (kind === 'vehicle' && isForCounter) return { address: null, run: atCounter({ kind, id: hit.id }) }
    return address === null ? null : { address, run: () => void navigate(address) }
  }

  const choiceOf = (kind: SearchKind, hit: SearchHit): Choice[] => {
    const opener = openerOf(kind, hit)
    if (!opener) return []
    const { id, title, notes, orgCode, storeName, amount, state, at, match } = hit
    const texts = { label: title, notes, orgCode, storeName, amount, state, at, match }
    return [{ key: `${kind} ${id}`, kind, id, ...texts, icon: kindIcon[kind], ...opener }]
  }

  /** The line after the hits of a kind: there are more, or not everything was searched. */
  const moreOf = ({ kind, more, isWhole }: SearchGroup, word: string): Choice[] => {
    const address = more || !isWhole ? addressOfList(pathOf, kind, word) : null
    if (address === null) return []
    return [
      {
        ...plain,
        key: `more ${kind}`,
        kind,
        id: '',
        label: t(isWhole ? 'search.more' : 'search.partly'),
        match: 'part',
        icon: null,
        address,
        run: () => void navigate(address),
      },
    ]
  }

  return {
    ofServer: (groups: readonly SearchGroup[], word: string): Section<Choice>[] =>
      groups.map((group) => ({
        kind: group.kind,
        choices: [...group.hits.flatMap((hit) => choiceOf(group.kind, hit)), ...moreOf(group, word)],
      })),

    ofComputer: ({ members, vehicles, rules, starts }: OfflineHits): Section<Choice>[] => {
      if (counter === null) return []
      const line = { ...plain, address: null }
      return [
        { kind: 'member', choices: mayFind || isAtCounter ? members.map(memberLine) : [] },
        {
          kind: 'start',
          choices: starts.map(({ id, ticketNo, notes, tab, match }) => {
            const address = tab === null ? counter : addressOf(SYNC, { tab })
            return {
              ...line,
              key: `start ${id}`,
              kind: 'start',
              id,
              label: ticketNo,
              notes,
              match,
              icon: kindIcon.start,
              address,
              run: () => void navigate(address),
            }
          }),
        },
        {
          kind: 'vehicle',
          choices: vehicles.map(({ id, name, match }) => ({
            ...line,
            key: `vehicle ${id}`,
            kind: 'vehicle',
            id,
            label: name,
            match,
            icon: kindIcon.vehicle,
            run: atCounter({ kind: 'vehicle', id }),
          })),
        },
        {
          kind: 'consumeRule',
          choices: rules.map(({ id, name, type, match }) => ({
            ...line,
            key: `consumeRule ${id}`,
            kind: 'consumeRule',
            id,
            label: name,
            match,
            icon: kindIcon.consumeRule,
            run: atCounter({ kind: 'rule', id, type }),
          })),
        },
      ]
    },

    /** A recent hit of the server, if the user still has a page for it. */
    ofRecent: ({ kind, id, label, notes, orgCode, storeName }: RecentChoice & { kind: SearchKind }): Choice[] =>
      choiceOf(kind, { ...plain, id, title: label, notes: [...notes], orgCode, storeName, match: 'part' }),
  }

  function memberLine(member: Member): Choice {
    const { id, realname, nickname, phone, physicalCard, availableBalance, frozen, orgCode } = member
    return {
      ...plain,
      key: `member ${id}`,
      kind: 'member',
      id,
      label: realname || nickname,
      notes: [realname === '' || realname === nickname ? '' : nickname, id, phone, physicalCard].filter(Boolean),
      orgCode,
      amount: availableBalance,
      state: frozen ? t('member.state.frozen') : '',
      match: 'prefix',
      icon: kindIcon.member,
      address: null,
      run: atCounter({ kind: 'member', id }),
    }
  }
}
