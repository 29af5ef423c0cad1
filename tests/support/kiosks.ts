import type { TestClient, TestServer } from './server.ts'

let made = 0

/** A kiosk of a manager's store with its key, and what it asks. */
export async function openKiosk(server: TestServer, manager: TestClient, given: object = {}) {
  const name = `测试机 ${++made}`
  await manager.kiosks.add({ body: { name, pays: 'both', ...given } })
  const { records } = (await manager.kiosks.list({ query: { name, pageSize: 100 } })).result
  const row = records.find((one) => one.name === name)
  if (!row) throw new Error('the kiosk is not in the list')
  const { key } = (await manager.kiosks.newKey({ body: { id: row.id } })).result
  const client = server.client(key)
  return { id: row.id, name, key, client, kiosk: client.kiosk }
}
