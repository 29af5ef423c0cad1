import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { upload } from '#renderer/core/files/files.ts'
import { smallJpeg } from '#renderer/core/files/small-jpeg.ts'
import { searchOf } from '#renderer/core/http/http-transport.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import {
  type CommentsOfRide,
  guestComments,
  type ShownComment,
} from '#shared/features/comments/guest-comments.contract.ts'
import { MAX_COMMENT, MAX_PICTURES, MAX_STARS } from '#shared/features/comments/ride-comments.schema.ts'
import { Stars } from './stars.tsx'
import './guest-comment.css'

/** The comment of a guest on a ride, and what others say about the store; the code on the ticket opens it. */
export function GuestComment({ rideKey }: { rideKey: string }) {
  const { t } = useText()
  const { data } = useQuery({
    queryKey: ['guestComments', rideKey],
    queryFn: async () => (await client.guestComments.status({ query: { key: rideKey } })).result,
  })
  // The result stands above; without an answer there is nothing to comment with.
  if (!data || !(data.isOpen || data.own || data.count > 0)) return null
  return (
    <section className="pl-guest-comment" aria-label={t('guestComment.title')}>
      {data.isOpen ? <CommentForm rideKey={rideKey} /> : null}
      {data.own ? <OwnComment own={data.own} rideKey={rideKey} /> : null}
      {data.count > 0 ? (
        <>
          <h3>{t('guestComment.others')}</h3>
          <small>{t('guestComment.average', { average: data.average ?? 0, count: data.count })}</small>
          {data.shown.map((comment) => (
            <CommentText key={comment.id} comment={comment} title={comment.racer} rideKey={rideKey} />
          ))}
        </>
      ) : null}
    </section>
  )
}

interface Chosen {
  id: string
  url: string
}

function CommentForm({ rideKey }: { rideKey: string }) {
  const { t } = useText()
  const queries = useQueryClient()
  const [stars, setStars] = useState(0)
  const [content, setContent] = useState('')
  const [pictures, setPictures] = useState<readonly Chosen[]>([])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const working = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(textOfError(t, error))
    } finally {
      setBusy(false)
    }
  }
  const addPicture = (file: File) =>
    working(async () => {
      const small = await smallJpeg(file)
      const kept = pictures.map((one) => one.id).join()
      const { result } = await upload(guestComments.upload.path + searchOf({ key: rideKey, kept }), small)
      const { id } = guestComments.upload.result.parse(result)
      setPictures((before) => [...before, { id, url: URL.createObjectURL(small) }])
    })
  const send = () =>
    working(async () => {
      const body = { key: rideKey, stars, content: content.trim(), pictures: pictures.map(({ id }) => id) }
      await client.guestComments.add({ body })
      await queries.invalidateQueries({ queryKey: ['guestComments', rideKey] })
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (stars === 0) setProblem(t('guestComment.chooseStars'))
        else void send()
      }}
    >
      <h3>{t('guestComment.title')}</h3>
      <fieldset>
        <legend className="pl-visually-hidden">{t('guestComment.stars')}</legend>
        {Array.from({ length: MAX_STARS }, (_, index) => index + 1).map((value) => (
          <label key={value} data-on={value <= stars}>
            <input
              type="radio"
              name="stars"
              className="pl-visually-hidden"
              aria-label={t('comment.starsOf', { stars: value })}
              checked={value === stars}
              onChange={() => setStars(value)}
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </fieldset>
      <label className="pl-guest-comment-text">
        {t('guestComment.text')}
        <textarea value={content} maxLength={MAX_COMMENT} onChange={({ target }) => setContent(target.value)} />
      </label>
      <div className="pl-guest-comment-chosen">
        {pictures.map(({ id, url }, index) => (
          <span key={id}>
            <img src={url} alt={t('comment.pictureNumber', { number: index + 1 })} />
            <Button
              size="small"
              aria-label={t('guestComment.removePicture', { number: index + 1 })}
              onClick={() => setPictures(pictures.filter((one) => one.id !== id))}
            >
              ×
            </Button>
          </span>
        ))}
        {pictures.length < MAX_PICTURES ? (
          <PictureButton isBusy={isBusy} onFile={(file) => void addPicture(file)} />
        ) : null}
      </div>
      {problem ? <span role="alert">{problem}</span> : null}
      <Button type="primary" size="large" htmlType="submit" loading={isBusy}>
        {t('guestComment.send')}
      </Button>
    </form>
  )
}

function PictureButton({ isBusy, onFile }: { isBusy: boolean; onFile(file: File): void }) {
  const { t } = useText()
  return (
    <label className="pl-guest-comment-add" aria-busy={isBusy || undefined}>
      <span aria-hidden="true">+</span>
      <input
        type="file"
        accept="image/*"
        className="pl-visually-hidden"
        disabled={isBusy}
        aria-label={t('guestComment.addPicture')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again after a failure.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <small>{t('guestComment.pictures', { most: MAX_PICTURES })}</small>
    </label>
  )
}

const hints = {
  waiting: 'guestComment.waiting',
  shown: 'guestComment.shownNow',
  hidden: 'guestComment.hidden',
} as const

function OwnComment({ own, rideKey }: { own: NonNullable<CommentsOfRide['own']>; rideKey: string }) {
  const { t } = useText()
  return (
    <div role="status">
      <h3>{t('guestComment.own')}</h3>
      <CommentText comment={own} rideKey={rideKey} title={<small>{t(hints[own.commentState])}</small>} />
    </div>
  )
}

interface CommentTextProps {
  comment: Omit<ShownComment, 'id' | 'racer'>
  title: ReactNode
  rideKey: string
}

/** A comment with its pictures and reply. */
function CommentText({ comment, title, rideKey }: CommentTextProps) {
  const { t } = useText()
  const { stars, content, pictures, reply, createTime } = comment
  return (
    <article>
      <span>
        <Stars value={stars} /> {title}
      </span>
      {content === '' ? null : <p>{content}</p>}
      {pictures.length > 0 ? (
        <div className="pl-guest-comment-chosen">
          {pictures.map((id, index) => (
            <SentPicture key={id} rideKey={rideKey} id={id} number={index + 1} />
          ))}
        </div>
      ) : null}
      {reply === '' ? null : (
        <blockquote>
          <small>{t('guestComment.reply')}</small>
          <br />
          {reply}
        </blockquote>
      )}
      <small>{createTime.slice(0, 10)}</small>
    </article>
  )
}

function SentPicture({ rideKey, id, number }: { rideKey: string; id: string; number: number }) {
  const { t } = useText()
  const { data } = useQuery({
    queryKey: ['guestComments', rideKey, 'picture', id],
    queryFn: async () => (await client.guestComments.picture({ query: { key: rideKey, id } })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ? <img src={data.image} alt={t('comment.pictureNumber', { number })} /> : null
}
