import { App } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import type { FloorRun, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'

export interface RunCommands {
  /** The run whose command is in progress. */
  busy: string | null
  mayExtend: boolean
  mayStop: boolean
  mayCount: boolean
  maySwap: boolean
  extend(run: FloorRun): void
  slow(run: FloorRun): void
  stop(run: FloorRun, now: boolean): void
  lap(run: FloorRun): void
}

/** Commands on current runs. Each press is one command; a press while one is in progress is ignored. */
export function useRunCommands(): RunCommands {
  const { t } = useText()
  const { message } = App.useApp()
  const [busy, setBusy] = useState<string | null>(null)
  const withKey = useAttemptKey()
  const execute = async (run: FloorRun, command: () => Promise<{ result: FloorVehicle }>): Promise<void> => {
    if (busy !== null) return
    setBusy(run.id)
    try {
      await command()
    } catch (error) {
      void message.warning(textOfError(t, error))
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['floor'] })
      setBusy(null)
    }
  }
  return {
    busy,
    mayExtend: useMay('dispatch:extend'),
    mayStop: useMay('dispatch:stop'),
    mayCount: useMay('dispatch:lap'),
    maySwap: useMay('dispatch:swap'),
    extend: (run) => {
      // Once the floor shows the extension, the next press is a new command, even if the answer was lost.
      const command = { id: run.id, extended: run.extended }
      void execute(run, () => withKey(command, (key) => client.dispatch.extend({ body: { id: run.id }, key })))
    },
    slow: (run) => void execute(run, () => client.dispatch.slow({ body: { id: run.id, slowed: !run.slowed } })),
    stop: (run, now) => void execute(run, () => client.dispatch.stop({ body: { id: run.id, now } })),
    lap: (run) => void execute(run, () => client.dispatch.lap({ body: { id: run.id, number: run.lapsDone + 1 } })),
  }
}
