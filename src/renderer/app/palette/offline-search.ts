import type { Catalogue, Platform } from '#renderer/platform/platform.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { MAX_HITS } from '#shared/features/search/search.schema.ts'
import { type Match, matching } from './palette.calc.ts'

/** What this computer knows without the server. */
export interface OfflineHits {
  members: readonly Member[]
  vehicles: readonly { id: string; name: string; match: Match }[]
  rules: readonly { id: string; name: string; type: ConsumeType; match: Match }[]
  /** Starts of this terminal, with their tab in the sync centre, and guests of its offline queue. */
  starts: readonly { id: string; ticketNo: string; notes: string[]; tab: string | null; match: Match }[]
}

type Known = Pick<Platform, 'members' | 'catalogue' | 'sync' | 'offlineQueue'>

/** Searches the member cache, the snapshot, the outbox and the offline queue. */
export async function searchHere(platform: Known, word: string): Promise<OfflineHits> {
  const empty: never[] = []
  const [members, catalogue, starts, queued] = await Promise.all([
    platform.members.search(word).catch(() => empty),
    platform.catalogue.read().catch(() => null),
    platform.sync?.list().catch(() => empty) ?? empty,
    platform.offlineQueue?.list().catch(() => empty) ?? empty,
  ])
  const tickets = [
    ...queued.map(({ id, ticketNo, memberName, fields, ruleName }) => ({
      id,
      ticketNo,
      notes: [memberName || fields.racer, ruleName],
      tab: null,
    })),
    ...starts.map(({ id, state, ticketNo, serverTicket, racer, vehicleName, ruleName }) => ({
      id,
      ticketNo,
      notes: [serverTicket === ticketNo ? '' : serverTicket, racer, vehicleName, ruleName],
      tab: state === 'sending' ? 'waiting' : state,
    })),
  ].map((ticket) => ({ ...ticket, notes: ticket.notes.filter(Boolean) }))
  const found = matching(
    tickets.map((ticket) => ({ ...ticket, key: ticket.id, label: ticket.ticketNo, also: ticket.notes.join(' ') })),
    word,
  )
  return {
    members: members.slice(0, MAX_HITS),
    ...inCatalogue(catalogue, word),
    starts: found.slice(0, MAX_HITS),
  }
}

/** Vehicles and rules of the counter by name. */
function inCatalogue(catalogue: Catalogue | null, word: string): Pick<OfflineHits, 'vehicles' | 'rules'> {
  const named = <T extends { id: string }>(rows: readonly T[], nameOf: (row: T) => string) =>
    matching(
      rows.map((row) => ({ row, key: row.id, label: nameOf(row), also: '' })),
      word,
    ).slice(0, MAX_HITS)
  return {
    vehicles: named(catalogue?.vehicles ?? [], ({ name }) => name).map(({ row, label, match }) => ({
      id: row.id,
      name: label,
      match,
    })),
    rules: named(catalogue?.rules ?? [], ({ consumeRoleName }) => consumeRoleName).map(({ row, label, match }) => ({
      id: row.id,
      name: label,
      type: row.consumeTypeRole,
      match,
    })),
  }
}
