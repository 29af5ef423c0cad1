import { join } from 'node:path'
import type { Deps } from '#server/core/slice.ts'
import { type BoxLink, createBoxLink } from './box.link.ts'
import type { BoxTransport } from './box.transport.ts'
import { createBoxDirectory } from './boxes.repository.ts'
import { openBrokerTransport } from './broker.transport.ts'
import { openEmbeddedTransport } from './embedded.transport.ts'
import { openEmergencyJournal } from './emergency.journal.ts'
import { createEmergencyStops } from './emergency.service.ts'
import { storeFaults } from './faults.service.ts'
import { openFramesTransport } from './frames.transport.ts'
import { createPresence } from './presence.service.ts'

/** Where boxes look for a broker that nobody has told them of. */
const USUAL_PORT = 1883

/** Everything between the server and the boxes in vehicles. */
export interface Gateway {
  link: BoxLink
  /** Of the embedded broker; null where the venue has its own. */
  port: number | null
  /** Of the frames; null where none are taken. */
  framesPort: number | null
  /** Reads again what could have been missed. */
  refresh(): Promise<void>
  close(): Promise<void>
}

const isTaken = (error: unknown): boolean => (error as { code?: string }).code === 'EADDRINUSE'

/** Opens the ways that the settings name; null where there are none. Emergency stops are known before any box can come. */
export async function openGateway(deps: Deps): Promise<Gateway | null> {
  const { config, log } = deps
  const { mqtt, framesPort } = config
  if (mqtt.kind === 'off' && framesPort === undefined) return null
  const directory = createBoxDirectory(deps)
  await directory.refresh()
  const ways: BoxTransport[] = []
  let port: number | null = null
  if (mqtt.kind === 'embedded') {
    const options = { host: mqtt.host, tls: mqtt.tls }
    const opened = await openEmbeddedTransport(deps, directory, { ...options, port: mqtt.port ?? USUAL_PORT }).catch(
      (error: unknown) => {
        // Nobody has asked for this port: another server of this machine has it.
        if (mqtt.port !== undefined || !isTaken(error)) throw error
        log.warn(`port ${USUAL_PORT} is taken: vehicles are heard on another one; set PITLANE_MQTT_PORT`)
        return openEmbeddedTransport(deps, directory, { ...options, port: 0 })
      },
    )
    port = opened.port
    ways.push(opened)
  } else if (mqtt.kind === 'broker') ways.push(openBrokerTransport(deps, mqtt))
  const frames =
    framesPort === undefined
      ? null
      : await openFramesTransport(deps, directory, { host: config.host, port: framesPort })
  if (frames) ways.push(frames)
  const link = createBoxLink({ ...deps, directory, transports: ways })
  const presence = createPresence(deps)
  link.onStatusChange((news) => presence.update(news))
  const journal = openEmergencyJournal(join(config.dataDir, 'emergency-stops'), log)
  const emergency = createEmergencyStops({ ...deps, directory, transports: ways, journal, onMessage: link.onMessage })
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
      await Promise.all(ways.map((way) => way.close()))
      await Promise.all([presence.close(), emergency.close()])
    },
  }
}
