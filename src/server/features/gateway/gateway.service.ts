import { join } from 'node:path'
import type { Deps } from '#server/core/slice.ts'
import { openEmergencyJournal } from '#server/features/gateway/emergency/emergency.journal.ts'
import { createEmergencyStops } from '#server/features/gateway/emergency/emergency.service.ts'
import type { BoxTransport } from '#server/features/gateway/transports/box.transport.ts'
import { openBrokerTransport } from '#server/features/gateway/transports/broker.transport.ts'
import { openEmbeddedTransport } from '#server/features/gateway/transports/embedded.transport.ts'
import { openFramesTransport } from '#server/features/gateway/transports/frames.transport.ts'
import { type BoxLink, createBoxLink } from './box.link.ts'
import { createBoxDirectory } from './boxes.repository.ts'
import { storeFaults } from './faults.service.ts'
import { createPresence } from './presence.service.ts'

/** Default port of MQTT, where boxes look for a broker without configuration. */
const DEFAULT_PORT = 1883

/** The connection between the server and the boxes in vehicles. */
export interface Gateway {
  link: BoxLink
  /** Port of the embedded broker; null if there is none. */
  port: number | null
  /** Port of the frames transport; null if it is off. */
  framesPort: number | null
  /** Reads the boxes and emergency stops again, in case notifications were lost. */
  refresh(): Promise<void>
  close(): Promise<void>
}

const isTaken = (error: unknown): boolean => (error as { code?: string }).code === 'EADDRINUSE'

/** Opens the transports of the configuration; returns null if there are none. Emergency stops are loaded before any box can connect. */
export async function openGateway(deps: Deps): Promise<Gateway | null> {
  const { config, log } = deps
  const { mqtt, framesPort } = config
  if (mqtt.kind === 'off' && framesPort === undefined) return null
  const directory = createBoxDirectory(deps)
  await directory.refresh()
  const transports: BoxTransport[] = []
  let port: number | null = null
  if (mqtt.kind === 'embedded') {
    const options = { host: mqtt.host, tls: mqtt.tls }
    const opened = await openEmbeddedTransport(deps, directory, { ...options, port: mqtt.port ?? DEFAULT_PORT }).catch(
      (error: unknown) => {
        // The port was not configured: another server on this machine uses it.
        if (mqtt.port !== undefined || !isTaken(error)) throw error
        log.warn(`port ${DEFAULT_PORT} is taken: the broker uses another one; set PITLANE_MQTT_PORT`)
        return openEmbeddedTransport(deps, directory, { ...options, port: 0 })
      },
    )
    port = opened.port
    transports.push(opened)
  } else if (mqtt.kind === 'broker') transports.push(openBrokerTransport(deps, mqtt))
  const frames =
    framesPort === undefined
      ? null
      : await openFramesTransport(deps, directory, { host: config.host, port: framesPort })
  if (frames) transports.push(frames)
  const link = createBoxLink({ ...deps, directory, transports })
  const presence = createPresence(deps)
  link.onStatusChange((change) => presence.update(change))
  const journal = openEmergencyJournal(join(config.dataDir, 'emergency-stops'), log)
  const emergency = createEmergencyStops({ ...deps, directory, transports, journal, onMessage: link.onMessage })
  storeFaults(deps, link)
  await emergency.refresh()
  return {
    link,
    port,
    framesPort: frames?.port ?? null,
    async refresh() {
      await directory.refresh()
      await emergency.refresh()
      await presence.expire()
    },
    async close() {
      link.close()
      await Promise.all(transports.map((transport) => transport.close()))
      await Promise.all([presence.close(), emergency.close()])
    },
  }
}
