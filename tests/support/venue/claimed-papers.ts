import type { TicketData } from '#shared/ipc/devices.ts'
import type { TestClient, TestServer } from '#tests/support/server.ts'
import { enrolledTerminal } from './terminal-key.ts'

/** All waiting papers of the store, which a new terminal claims and reports as printed. */
export async function claimedPapers(server: TestServer, manager: TestClient): Promise<TicketData[]> {
  const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
  const { claimPrintJobs, reportPrintJob } = terminal.with(manager).terminals
  const papers: TicketData[] = []
  for (;;) {
    const { result } = await claimPrintJobs({ body: { terminalId: terminal.id } })
    if (result.length === 0) return papers
    for (const { id, ticket } of result) {
      papers.push(ticket)
      await reportPrintJob({ body: { id, terminalId: terminal.id, outcome: 'printed' } })
    }
  }
}
