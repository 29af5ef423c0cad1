import type { FastifyInstance } from 'fastify'
import { TOKEN_HEADER } from '#shared/core/route.ts'
import { announcements } from '#shared/features/messages/announcements.contract.ts'
import type { Announcement } from '#shared/features/messages/announcements.schema.ts'

/** Styles and pictures only: the page contains what users wrote, and its address a token. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self' data: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** The content is sanitized where it is stored. */
const pageOf = ({ titile, sender, sendTime, msgContent }: Announcement, language: string): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(titile)}</title>
<style>body{font:16px/1.6 sans-serif;max-width:50em;margin:1.5em auto;padding:0 1em}img{max-width:100%}small{color:#595959}</style>
<h1>${escaped(titile)}</h1>
<p><small>${escaped([sender, sendTime].filter(Boolean).join(' · '))}</small></p>
${msgContent ?? ''}
</html>
`

const refusal = (message: string): string => `<!doctype html>
<meta charset="utf-8">
<title>${escaped(message)}</title>
<p>${escaped(message)}</p>
`

interface Asked {
  Params: { id: string }
  Querystring: { token?: unknown }
}

/**
 * An announcement as a page, which clients of the API family open in a frame with the token in its address. It is the call `queryById` of
 * that token, so the same people see it. The token is in no log, because logs have no queries.
 */
export function announcementPageRoutes(app: FastifyInstance): void {
  app.get<Asked>('/api/sys/annountCement/show/:id', async ({ params, query, headers, ip }, reply) => {
    const token = typeof query.token === 'string' ? query.token : ''
    const answer = await app.inject({
      method: 'GET',
      url: `/api${announcements.queryById.path}`,
      query: { id: params.id },
      headers: { [TOKEN_HEADER]: token, 'accept-language': headers['accept-language'] ?? '' },
      remoteAddress: ip,
    })
    const { success, message, result } = answer.json<{ success?: boolean; message: string; result: Announcement }>()
    const language = headers['accept-language']?.startsWith('en') ? 'en' : 'zh-CN'
    const status = success ? 200 : Math.max(answer.statusCode, 400)
    return reply
      .code(status)
      .headers(HEADERS)
      .send(success ? pageOf(result, language) : refusal(message))
  })
}
