export { HomeNews } from './home-news.tsx'
