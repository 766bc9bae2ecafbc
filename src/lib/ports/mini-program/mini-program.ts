/** Codes that open a page on a phone: of the WeChat mini-program, or of the site itself. */
export type CodeOrder = {
  /** Page of the mini-program, without leading slash; its home page when empty. */
  readonly page: string;
  /** What the page is told: at most 32 characters. */
  readonly scene: string;
  /** Absolute address of the same page of the site. */
  readonly webAddress: string;
  /** Pixels wanted. */
  readonly width: number;
};

export type PhoneCode = {
  /** `mini`: opens the mini-program; `web`: opens the site in a browser. */
  readonly kind: 'mini' | 'web';
  /** The picture, as a data URL. */
  readonly url: string;
  /** Of the square picture, in pixels. */
  readonly width: number;
};

export type MiniProgram = {
  /** Undefined when it cannot be had. */
  code(order: CodeOrder): Promise<PhoneCode | undefined>;
};
