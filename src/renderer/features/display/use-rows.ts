import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How long each page of a long list is shown. */
const PAGE_MS = 8000

interface Rows {
  box: RefObject<HTMLDivElement | null>
  /** The number of rows that fit. */
  room: number
  /** The current page and the number of pages. */
  page: number
  pages: number
}

/** Pages through a list by the rows that fit. */
export function useRows(count: number): Rows {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const isEmpty = count === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was empty has had no box yet
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const row = rowHeight(element)
      if (row > 0) setRoom(Math.max(1, Math.floor((element.clientHeight + 1) / row)))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isEmpty])
  const pages = Math.max(1, Math.ceil(count / room))
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setTurn((at) => at + 1), PAGE_MS)
    return () => clearInterval(timer)
  }, [pages])
  return { box, room, page: turn % pages, pages }
}

/** The height of a row, measured on an invisible one. */
const rowHeight = (element: HTMLElement): number =>
  element.querySelector<HTMLElement>('.pl-big-measure')?.getBoundingClientRect().height ?? 0
