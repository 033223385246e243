import { serveTasks } from '../platform/worker-threads.ts'
import * as posts from './prepare-post.ts'

/** Worker thread that prepares long posts, so that no request waits for one. */
export const { preparePost, previewContent } = serveTasks<posts.PostTasks>({
  preparePost: async (written) => posts.preparePost(written),
  previewContent: async (content) => posts.previewContent(content)
})
