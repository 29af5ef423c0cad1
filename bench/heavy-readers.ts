/** What these people read again and again, each one after the other; a file is read whole. */
export interface Reading {
  url: string
  headers: Record<string, string>
}

/** What they have got by the end. */
export interface ReadSoFar {
  answered: number
  /** Told that too many are reading, or that it takes too long; anything else ends the run. */
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

// A process of its own, so that it keeps nobody waiting but the server: it reads until it is told to stop, and then says what it has got.
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
