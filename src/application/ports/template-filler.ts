import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { TemplateContent } from '../../domain/template/content.js';
import type { MergeValues } from '../../domain/template/merge.js';
import type { EmailBody } from './mail-composer.js';

/** Composes what a mail says from the version of a template that it uses. */
export interface TemplateFiller {
  /**
   * `body`: the mail's own, which holds its values. `more`: those that are known only when it is sent. Throws where the
   * vault lacks the version, or holds an altered one.
   */
  fill(content: BodyReference, body: EmailBody, more?: MergeValues): Promise<EmailBody>;
  /** The version itself, the same object while it is in use. Throws as {@link fill} does. */
  get(content: BodyReference): Promise<TemplateContent>;
}
