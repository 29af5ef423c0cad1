import { once } from 'node:events'
import { access, mkdtemp, open, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { until } from '#tests/support/until.ts'
import { FileAnswer } from './file-answer.ts'

const SIZE = 64 * 1_048_576

it('is cancelled when the client stops reading, so that neither file nor socket stays open', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pitlane-answer-'))
  const path = join(dir, 'large')
  const file = await open(path, 'w')
  await file.truncate(SIZE)
  await file.close()
  const app = Fastify()
  const answer = { path, size: SIZE, contentType: 'application/octet-stream', temporary: true, readTimeoutMs: 100 }
  app.get('/', (_, reply) => new FileAnswer(answer).send(reply))
  await app.listen({ port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port).on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: pitlane\r\n\r\n')
  const isGone = () =>
    access(path).then(
      () => false,
      () => true,
    )
  await until(async () => expect(await isGone()).toBe(true))
  socket.destroy()
  await app.close()
  await rm(dir, { recursive: true })
})
