/** What each reader requests repeatedly, one request after the other; files are read completely. */
export interface Reading {
  url: string
  headers: Record<string, string>
}

/** The counts of their answers. */
export interface ReadSoFar {
  answered: number
  /** Refused because of too many readers or the time limit; other errors end the run. */
  refused: number
}

const REFUSALS = new Set(['common.busy', 'lists.tooSlow', 'excel.tooSlow'])

async function read({ url, headers }: Reading, soFar: ReadSoFar, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(url, { headers, signal })
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const { success, error } = (await response.json()) as { success: boolean; error?: { code: string } }
      if (success) soFar.answered++
      else if (REFUSALS.has(error?.code ?? '')) soFar.refused++
      else throw new Error(`${url}: ${error?.code}`)
    } else {
      await response.arrayBuffer()
      soFar.answered++
    }
  }
}

// A separate process, so that it does not slow down the load generator. It reads until it is stopped, and then reports its counts.
process.once('message', (readings: Reading[]) => {
  const soFar: ReadSoFar = { answered: 0, refused: 0 }
  const end = new AbortController()
  for (const reading of readings) {
    read(reading, soFar, end.signal).catch((error: unknown) => {
      if (end.signal.aborted) return
      process.stderr.write(`a reader has failed: ${String(error)}\n`)
      process.exit(1)
    })
  }
  process.once('message', () => {
    end.abort()
    process.send?.(soFar, () => process.exit(0))
  })
})
