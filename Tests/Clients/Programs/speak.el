;; What speechd-el sends for a text with an index mark, a text with a voice of its own, and a character.
(require 'speechd)
(setq speechd-face-voices '((bold . "male2")))
(speechd-open)
(with-temp-buffer
  (insert "Fish & chips are ready.")
  (speechd-say-text (buffer-string) :priority 'message :markers (list (list 7 "1" (copy-marker 8)))))
(speechd-block* '(message-priority message)
  (speechd-say-text "In a block." :priority 'message)
  (speechd-say-text (propertize "And in bold." 'face 'bold) :priority 'message))
(speechd-say-char ?a :priority 'message)
(speechd-close)
