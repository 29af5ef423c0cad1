import type { Venue } from './venue.ts'

/** Columns with times or sequence numbers. */
const MOMENTS = /^(seq|xact|costMs|.*At|claimUntil)$/
/** Values unique to each order. */
const OWN =
  /^(id|seq|.*Id|.*_id|.*Ids|lots|ticket.*|queueNumber|number|paiduiNumber|vehicleName|ruleName|guestKey|name|startedAt)$/

/** Everything that a charge has written to the database, without its own ids and times: equal for two equal charges. */
export async function tracesOf(
  venue: Venue,
  { order, member, play }: { order: string; member: string; play: string },
): Promise<unknown> {
  const where = async (...[table, column, value]: [Parameters<Venue['rows']>[0], string, string]) => {
    const rows = (await venue.rows(table).where(column, value)) as unknown as object[]
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !MOMENTS.test(name))))
  }
  const charged = {
    order: await where('consumeOrder', 'id', order),
    lines: await where('ledgerLine', 'causeId', order),
    wallets: await where('wallet', 'memberId', member),
    lots: await where('walletLot', 'memberId', member),
    holds: await where('hold', 'memberId', member),
    play: await where('playRecord', 'id', play),
    runs: await where('run', 'playId', play),
    queued: await where('queueEntry', 'playId', play),
    tickets: await where('printJob', 'orderId', play),
    answered: await where('requestKey', 'key', order),
    trail: await where('auditEntry', 'recordId', order),
    member: await where('member', 'id', member),
  }
  const text = JSON.stringify(charged, (name, value) => (OWN.test(name) ? '…' : value))
  return JSON.parse(text.replaceAll(order, 'order').replaceAll(play, 'play').replaceAll(`"${member}"`, '"member"'))
}
